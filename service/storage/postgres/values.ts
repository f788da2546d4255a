import { types, type CustomTypesConfig } from 'pg';

/** A whole number of 8 bytes; a check on the table keeps it exact as a number. */
const int8 = 20;
/** A day: it stays the text that it is. */
const date = 1082;
/** A moment: ISO 8601 in UTC. */
const timestamptz = 1184;

const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<
  number,
  (text: string) => unknown
>([
  [int8, Number],
  [date, (text: string) => text],
  [timestamptz, (text: string) => new Date(text).toISOString()],
]);

/** How values come out of the database, by the numbers that PostgreSQL has for their types. */
export const valueTypes: CustomTypesConfig = {
  getTypeParser(...[id, format]: Parameters<typeof types.getTypeParser>) {
    const parser = format === 'binary' ? undefined : parsers.get(id);
    return parser ?? (types.getTypeParser(id, format) as (value: unknown) => unknown);
  },
};
