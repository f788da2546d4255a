import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DockerfileParser, type Copy, type From } from 'dockerfile-ast';
import { createDebianRoot, linkTree, type DebianRoot } from './debian-root.ts';

/** A stage of a build, or its result. */
export interface Stage {
  readonly root: DebianRoot;
  /** The current folder. */
  cwd: string;
  /** `10001:10001`; root if there is no instruction USER. */
  user: string | undefined;
  readonly env: Record<string, string>;
}

const isPackage = (word: string) => !word.startsWith('-');

interface BuildOptions {
  /** Where to build; an empty folder. */
  readonly folder: string;
  /** Puts the build's context into a folder, for `COPY . .`. */
  copyContext(target: string): Promise<void>;
  /** The `npm` of a stage; npm itself if absent. */
  readonly npmOf: Readonly<Record<string, string | undefined>>;
}

/**
 * Builds a Dockerfile as a container runtime would, in folders with Debian's packages. Each `RUN` is
 * executed; `COPY` knows the forms that the Dockerfile uses.
 *
 * @returns the stages by name; the last one is ''
 */
export async function buildContainer(
  dockerfile: string,
  { folder, copyContext, npmOf }: BuildOptions,
): Promise<Map<string, Stage>> {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    const text = instruction.getArgumentsContent() ?? '';
    const keyword = instruction.getKeyword();
    if (keyword === 'FROM') {
      stage = await begin(instruction as From);
      continue;
    }
    if (!stage) throw new Error('An instruction is before FROM.');
    const { root } = stage;
    const [, added] =
      /\bapt-get install ((?:[\w.+-]+ )+)/.exec(text.replace(/[\s\\]+/g, ' ')) ?? [];
    if (keyword === 'RUN' && added) await root.install(added.trim().split(' ').filter(isPackage));
    else if (keyword === 'RUN') await root.run(text, stage);
    else if (keyword === 'COPY') await copy(instruction as Copy, stage);
    else if (keyword === 'WORKDIR') {
      stage.cwd = text;
      await mkdir(join(root.folder, text), { recursive: true });
    } else if (keyword === 'USER') stage.user = text;
    else if (keyword === 'ENV') {
      for (const [, name = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g))
        stage.env[name] = value;
    } else if (!/^(VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|CMD)$/.test(keyword)) {
      throw new Error(`The tests do not know ${keyword}.`);
    }
  }
  return stages;

  async function begin(from: From): Promise<Stage> {
    const name = from.getBuildStage() ?? '';
    // `node:24-trixie-slim`: the suite is Debian's; Node.js is the one of this machine.
    const suite = /-(\w+)-slim$/.exec(from.getImage() ?? '')?.[1] ?? '';
    const root = await createDebianRoot(join(folder, `stage-${stages.size}`), suite);
    const npm = npmOf[name];
    if (npm) await writeFile(join(root.folder, 'usr/local/bin/npm'), npm);
    const begun: Stage = { root, cwd: '/', user: undefined, env: {} };
    stages.set(name, begun);
    return begun;
  }

  async function copy(instruction: Copy, to: Stage): Promise<void> {
    const [source = '', target = ''] = instruction
      .getArguments()
      .slice(-2)
      .map((argument) => argument.getValue());
    const name = instruction.getFromFlag()?.getValue();
    if (name === undefined || name === null) {
      await copyContext(join(to.root.folder, to.cwd));
      return;
    }
    const from = stages.get(name);
    if (!from) throw new Error(`There is no stage ${name}.`);
    await mkdir(join(to.root.folder, target.endsWith('/') ? target : join(target, '..')), {
      recursive: true,
    });
    if (!source.includes('*')) {
      await linkTree(join(from.root.folder, source), join(to.root.folder, target));
      return;
    }
    const command = `cp -a "$1"${source.replace(/[^\w./*-]/g, '')} "$2"`;
    await promisify(execFile)('sh', [
      '-c',
      command,
      'sh',
      from.root.folder,
      join(to.root.folder, target),
    ]);
  }
}
