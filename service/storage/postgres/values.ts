import { types, type CustomTypesConfig } from 'pg';

/** A whole number of 8 bytes. A check on the table keeps it within what `Number` holds exactly. */
const int8 = 20;
/** A day: read as its text, `2026-11-20`. */
const date = 1082;
/** A moment: read as ISO 8601 in UTC. */
const timestamptz = 1184;

const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<
  number,
  (text: string) => unknown
>([
  [int8, Number],
  [date, (text: string) => text],
  [timestamptz, (text: string) => new Date(text).toISOString()],
]);

/** How values of some types are read, by the numbers that PostgreSQL has for the types. */
export const valueTypes: CustomTypesConfig = {
  getTypeParser(...[id, format]: Parameters<typeof types.getTypeParser>) {
    const parser = format === 'binary' ? undefined : parsers.get(id);
    return parser ?? (types.getTypeParser(id, format) as (value: unknown) => unknown);
  },
};
