import type { Model } from './model.ts';

const noModel = [
  'none is connected, so texts only describe shapes and colours. Set OPENAI_API_KEY, GEMINI_API_KEY,',
  'or OPENAI_BASE_URL (a local model server), here or in a file .env, and start the demo again.',
];

/** Prints the links and logins when the demo is running. */
export function showLink({
  link,
  dashboard,
  account,
  model,
}: {
  link: string;
  dashboard: string;
  account: string;
  model: Model;
}) {
  const rows = [
    ['Open', link],
    ['', 'Already logged in. "Alt text" is the icon at the top right.'],
    ['Dashboard', dashboard],
    ['', 'Signed in as the operator and as the owner of the account.'],
    ['Account', account],
    ...(model.isStandIn ? noModel : [model.name]).map((line, i) => [
      i === 0 ? 'AI model' : '',
      line,
    ]),
    ['Stop', 'Ctrl-C'],
  ];
  console.log(rows.map(([name = '', value = '']) => `${name.padEnd(10)}${value}`).join('\n'));
}
