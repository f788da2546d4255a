import type { Command } from 'commander';
import { Registry } from 'prom-client';
import { createAltTextPipeline } from '../compose.ts';
import { parseConfig } from '../config.ts';
import { describe } from './describe.ts';
import { examine } from './doctor.ts';
import { print } from './print.ts';

interface DescribeFlags {
  title?: string;
  keywords?: string;
  language: string;
  json?: boolean;
}

/** Adds the commands that ask the configured providers; none of them costs a credit. */
export function addModelCommands(program: Command): void {
  program
    .command('describe')
    .description('write alt text for pictures, without account and credits')
    .argument('<file-or-url...>', 'files on this machine, or URLs')
    .option('--title <text>', 'title of the page')
    .option('--keywords <list>', 'SEO keywords, comma-separated')
    .option('--language <code>', 'language of the text', 'en')
    .option('--json', 'print JSON')
    .action(describeAll);

  program
    .command('doctor')
    .description('check configuration, store and providers')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await examine(parseConfig(process.env));
      print(findings, json === true);
      if (!findings.every(({ ok }) => ok)) process.exitCode = 1;
    });
}

async function describeAll(sources: string[], flags: DescribeFlags): Promise<void> {
  const config = parseConfig(process.env);
  const describer = createAltTextPipeline(config, new Registry());
  const rows = [];
  for (const source of sources) {
    const described = await describe(describer, source, {
      blog_title: flags.title,
      seo_keywords: flags.keywords,
      language: flags.language,
      deadlineMs: config.requestDeadlineMs,
    });
    const isError = 'error' in described;
    if (isError) process.exitCode = 1;
    rows.push({
      picture: source,
      ...(isError ? { error: described.error } : { alt_text: described.altText.text }),
    });
  }
  print(rows, flags.json === true);
}
