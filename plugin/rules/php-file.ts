import { toPcre } from './pcre.ts';

type Value =
  | string
  | number
  | RegExp
  | undefined
  | ReadonlySet<string>
  | readonly Value[]
  | { readonly [key: string]: Value };

/** A PHP file that returns a value: sets become arrays with the words as keys, patterns become PCRE. */
export function toPhpFile(title: string, value: Value): string {
  return `<?php
/**
 * ${title}
 * Generated from shared/ by "npm run rules": make changes there.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

return ${toPhp(value, '')};
`;
}

function toPhp(value: Value, indent: string): string {
  if (value === undefined) return "''";
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return quote(value);
  if (value instanceof RegExp) return quote(toPcre(value));
  // As a single string, which is read as fast as an array and is far shorter.
  if (value instanceof Set) return `array_flip( explode( ' ', ${quote([...value].join(' '))} ) )`;
  const isList = Array.isArray(value);
  const entries = Object.entries(value as Readonly<Record<string, Value>>).map(([key, item]) => {
    const name = isList ? '' : `${quote(key)} => `;
    return `${name}${toPhp(item, `${indent}\t`)}`;
  });
  const line = `array( ${entries.join(', ')} )`;
  if (line.length < 100 && !line.includes('\n')) return line;
  return `array(\n${entries.map((entry) => `${indent}\t${entry},\n`).join('')}${indent})`;
}

function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
