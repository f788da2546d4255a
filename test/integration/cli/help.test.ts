import { expect, test } from 'vitest';
import { storeCommandGroups } from '../../../service/cli/commands/store-commands.ts';
import { runCli } from '../../support/run-to-end.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('each command says what it is for, and its options what they do', async () => {
  const folder = await temporaryFolder();
  const { stdout } = await runCli(folder, '--help');
  const others = [...stdout.matchAll(/^ {2}([a-z-]+) /gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help' && name !== 'altscribe' && !(name in storeCommandGroups));
  const pages = [
    ['--help'],
    ['account', 'credit', '--help'],
    ...others.map((one) => [one, '--help']),
  ];
  const said = await Promise.all(pages.map(async (page) => (await runCli(folder, ...page)).stdout));
  // One process prints the help of one command, so those that describe themselves are read here.
  for (const [name, { commands }] of Object.entries(storeCommandGroups)) {
    for (const [command, { description, flags }] of Object.entries(commands)) {
      const lines = flags.map(
        (flag) => `  ${flag.flag}${flag.isRequired ? ' (required)' : ''}: ${flag.description}`,
      );
      said.push([`${name} ${command}: ${description}`, ...lines, ''].join('\n'));
    }
  }
  await expect(said.join('\n')).toMatchFileSnapshot('says/help.txt');
});
