import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPassword, maxPasswordLength } from '../../../service/accounts/passwords.ts';
import { matchesLanguage } from '../../../service/evaluation/evaluate-image.ts';
import { readMarkup } from '../../../service/images/markup.ts';
import { drawHtmlAsText } from '../../../service/images/svg-html.ts';
import { createSecondOpinion } from '../../../service/prompting/second-opinion.ts';
import { readText } from '../../../service/prompting/read-text.ts';
import { isAboutParameter } from '../../../service/providers/adapt-form.ts';
import { askOnce } from '../../../service/providers/chain.ts';
import { gemini } from '../../../service/providers/gemini.ts';
import { openai } from '../../../service/providers/openai.ts';
import type { Vendor } from '../../../service/providers/provider.ts';
import { createProviderMetrics } from '../../../service/providers/metrics.ts';
import { createLog } from '../../../service/server/log.ts';
import { checkAltText } from '../../../shared/alt-text/checks.ts';
import { maxLongTextLength } from '../../../shared/contract.ts';
import {
  inTexts,
  listFilesWithPatterns,
  maxProcessorMs,
  measureProcessorMs,
  repeat,
} from '../../support/hostile-texts.ts';
import {
  startProviderStandIn,
  status,
  type ProviderStandIn,
} from '../../support/provider-stand-in.ts';

const request = {
  ...{ instructions: '', context: '{"context":{}}', image: Buffer.alloc(0), language: 'en' },
  schema: { type: 'object', properties: {}, required: [] },
};
const options = () => ({
  ...{ signal: new AbortController().signal, deadline: Date.now() + 10_000 },
  log: pino({ level: 'silent' }),
});

/** A provider whose model always answers this. */
function answering(text: string) {
  const tokens = { input: 0, output: 0 };
  return { name: 'a-server', generate: () => Promise.resolve({ tokens, readText: () => text }) };
}

/** What becomes of a model's answer. */
async function publish(answer: string, isLong: boolean): Promise<void> {
  const published = askOnce(answering(answer), readText, { ...request, isLong }, options());
  await published.catch((error: unknown) => {
    expect(error).toMatchObject({ name: 'ProviderError' });
  });
}

async function readOpinion(answer: string): Promise<void> {
  const ask = createSecondOpinion([answering(answer)], {
    metrics: createProviderMetrics(new Registry()),
    providerTimeoutMs: 10_000,
    isSkipped: () => false,
  });
  const text = repeat('İ…aa', 300);
  await ask({ text, writer: 'another', image: request.image, prompt: request }, options());
}

let standIn: ProviderStandIn;

beforeAll(async () => {
  standIn = await startProviderStandIn();
});

afterAll(() => standIn.stop());

async function readError(vendor: Vendor, baseUrl: string, message: string): Promise<void> {
  standIn.set({ [vendor.name]: status(400, message) });
  const { generate } = vendor.create({ apiKey: 'a-key', model: 'm', baseUrl });
  const long = { ...request, context: message.slice(0, 9_000), parts: [request.image] };
  await expect(generate(long, options())).rejects.toThrow(vendor.name);
}

function readSvg(content: string): void {
  try {
    drawHtmlAsText(`<svg viewBox="0 0 90 90">${content}</svg>`);
  } catch (error) {
    expect(error).toMatchObject({ name: 'SvgHtmlError' });
  }
}

function check(text: string): void {
  const texts = { caption: text, keywords: text, fileName: text, title: text, others: [text] };
  const translations = [{ text, language: 'de' }];
  checkAltText(text, { language: 'en', ...texts, translations, nearby: { before: text } });
}

interface Row {
  readonly files: readonly string[];
  /** Takes a text from outside. */
  readonly read: (text: string) => unknown;
  /** The longest text that it gets, in UTF-16 code units. */
  readonly length: number;
  /** Pieces of hostile texts. */
  readonly pieces: readonly string[];
}

/** A server may send ten times as much, but its JSON alone then takes too long to be compared with the limit. */
const lengthOfError = 100_000;

const inAnswers = [
  ...['[', '<a', '<a<b>', '"', '“', '**a ', '*a ', '`', '{', '{"alt_text":"', '{"alt_text":"\\'],
  ...[`"alt_text"${' '.repeat(500)}`, '{"', '["', '{ ', 'a{a', '}', '~~~\n', '&lt;think', '<a:'],
  ...['< ', 'First, ', '<purpose>', 'purpose:', 'error image', '<think>', '</think>', '&amp;'],
  ...['\n', '# ', 'ich kann ', '<li ', '<p', '__a ', '_a ', '~~a ', '[a](', '![', '\t.', '- \n'],
  ...['|', '|-', '1. ', '. ', '"a":"', '"a":"\\"', '«', '<|', 'so ', '\u3000', '\\"', 'a:'],
];
const table: Readonly<Record<string, Row>> = {
  'a new password': {
    files: [],
    read: (text) => checkPassword(text, 'anna.schmidt@alt.example.com'),
    length: maxPasswordLength,
    pieces: [
      ...['p@55w0rd1', 'p4$$w0rd', '4@8({[<369!1|0$57+%2/', '20262027', '1.2.2026', 'qaz2wsx'],
      ...['a', 'ab', '$5', 'İ', '👁'],
    ],
  },
  'an answer': {
    files: ['answer', 'no-text'].map((name) => `service/prompting/${name}.ts`),
    read: (text) => publish(text, false),
    length: 65_536,
    pieces: inAnswers,
  },
  'an answer in the object': {
    files: [],
    read: (text) => publish(JSON.stringify({ alt_text: text }), false),
    length: 65_536,
    pieces: inAnswers,
  },
  'a long description': {
    files: ['service/prompting/long-description.ts'],
    read: (text) => publish(JSON.stringify({ title: text.slice(0, 999), alt_text: text }), true),
    length: 65_536,
    pieces: inAnswers,
  },
  'an answer with doubts': {
    files: ['service/prompting/second-opinion.ts'],
    read: readOpinion,
    length: 1_000_000,
    pieces: ['{', '{a', '{"doubt_1":"a"}', '"', '}'],
  },
  doubts: {
    files: [],
    read: (text) => readOpinion(JSON.stringify({ doubt_1: `a${text}a`, doubt_2: text })),
    length: 1_000_000,
    pieces: ['.', '…', '“', ' ', 'İ', 'a', '(', '\\', 'aa', '.a'],
  },
  'the text of a model that is evaluated': {
    files: ['service/evaluation/evaluate-image.ts'],
    read: (text) => matchesLanguage(text, 'de'),
    length: maxLongTextLength,
    pieces: ['“', '„', '«', '「', '"', '“«„'],
  },
  'an error of a server, which quotes the context': {
    files: ['service/providers/adapt-form.ts'],
    read: (text) =>
      isAboutParameter(/thinking|max_tokens/i, text, { ...request, context: text.slice(0, 9_000) }),
    length: 1_000_000,
    pieces: ['"thinking', 'thinking_', 'a thinking b ', '"a', 'thinking =', '"type":"', ' '],
  },
  'an error of Gemini': {
    files: ['service/providers/gemini.ts', 'service/providers/provider.ts'],
    read: (text) => readError(gemini, standIn.geminiBaseUrl, text),
    length: lengthOfError,
    pieces: ['[000 ', '[', 'model ', 'the ', 'models', '400 ', 'thinking '],
  },
  'an error of a server that speaks as OpenAI does': {
    files: ['service/providers/complaint.ts', 'service/providers/openai.ts'],
    read: (text) => readError(openai, standIn.openaiBaseUrl, text),
    length: lengthOfError,
    pieces: [
      ...[
        'image ',
        'images ',
        'not support ',
        'request usage ',
        'content ',
        'content_',
        'the model ',
      ],
      ...[
        '/a',
        'a://',
        'sk-',
        '{"image":"',
        ' is not',
        'multiple ',
        'at most 1',
        'flagged',
        '"',
        '\\',
      ],
    ],
  },
  'a file that may be an SVG': {
    files: ['service/images/markup.ts'],
    read: (text) => readMarkup(Buffer.from(text, 'latin1')),
    length: 9_000_000,
    pieces: ['<!--', '<!doctype ', '<!doctype svg [', '<?xml ', ' ', '[', ' encoding="', '\n<a'],
  },
  'an SVG': {
    files: ['service/images/svg-html.ts'],
    read: readSvg,
    length: 9_000_000,
    pieces: [
      ...['<foreignObject ', '<foreignObject>', '<foreignObject/>', '<foreignObject a=', '<!--'],
      ...['<foreignObject><p></foreignObject>', ' requiredFeatures="', '<![CDATA[', '<image '],
    ],
  },
  'a large SVG with little HTML': {
    files: [],
    read: (text) => readSvg(`<foreignObject><p>a</p></foreignObject>${text}`),
    length: 2_900_000,
    pieces: [
      '<!--',
      '<!-- -->',
      '<![CDATA[',
      '<foreignObjec',
      '<foreignObject',
      'a',
      ' requiredFeatures=',
    ],
  },
  'HTML in an SVG': {
    files: [],
    read: (text) => readSvg(`<foreignObject width="90" height="90">${text}</foreignObject>`),
    length: 240_000,
    pieces: [
      ...['<', '<p>', '<p a="" b="">', '<li>', 'a', '字', 'a<br/>', '&lt;', '<p style="', '<p ='],
    ],
  },
  'an error with a strange stack': {
    files: ['service/server/log.ts'],
    read(text) {
      const log = createLog('error', { write: () => undefined });
      log.error({ err: new Error(`a\n    at ${text}`) }, 'failed');
    },
    length: 100_000,
    pieces: ['a', '(', ':1', '/a', '/', 'file://'],
  },
  'an alt text in a post': {
    files: [
      ...['checks', 'file-name', 'inferred', 'keyword-list', 'phrases', 'script', 'vague'].map(
        (name) => `shared/alt-text/${name}.ts`,
      ),
    ],
    read: check,
    length: 500_000,
    pieces: inTexts,
  },
};

/** Files whose patterns are not slow for any text from outside. */
const others: Readonly<Record<string, readonly string[]>> = {
  'what an operator configures': [
    'service/cli/commands/account.ts',
    'service/config/alert-config.ts',
    'service/config/config.ts',
    'shared/client.ts',
  ],
  'what Altscribe itself has written': [
    'service/accounts/passwords.ts',
    'service/dashboard/components/line-chart.tsx',
    'service/metrics/read-health.ts',
    'service/storage/lowdb/backup/read-backup.ts',
    'service/storage/lowdb/backup/snapshot.ts',
  ],
  'one try for each line or comma of a header or path, of at most 16 kB': [
    'service/http/access-log.ts',
    'service/operations/alt-text-cache.ts',
  ],
  'a thousand characters of a message': ['service/mail/mailer.ts'],
};

describe.each(Object.entries(table))('%s takes hardly any time', (_name, row) => {
  test.each(row.pieces)('%j', async (piece) => {
    const text = repeat(piece, row.length - 1);
    expect(await measureProcessorMs(() => row.read(`${text}\n`))).toBeLessThan(maxProcessorMs);
    expect(await measureProcessorMs(() => row.read(`a${text}`))).toBeLessThan(maxProcessorMs);
  });
});

test('all files with patterns that may be slow are measured, or listed with a reason', () => {
  const known = [
    ...Object.values(table).flatMap(({ files }) => files),
    ...Object.values(others).flat(),
  ];
  expect(listFilesWithPatterns('service', 'shared')).toEqual(known.sort());
});
