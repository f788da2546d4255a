import { describeStore } from '../describe-store.ts';

const password =
  'They ask for the password, or take it from PGPASSWORD or ~/.pgpass. Their version must be that of ' +
  'the server, or newer.';

/** How PostgreSQL makes a backup of a database. */
export function describeDump(databaseUrl: string, file: string): string {
  return [
    `Altscribe uses ${nameOf(databaseUrl)}. PostgreSQL's own tools make the backup, while the service runs:`,
    `  (umask 077 && pg_dump --format=custom --file=${quote(file)} --dbname=${addressOf(databaseUrl)})`,
    password,
  ].join('\n');
}

/** How PostgreSQL restores it. */
export function describeRestore(databaseUrl: string, file: string): string {
  return [
    `Altscribe uses ${nameOf(databaseUrl)}. PostgreSQL's own tools restore it, into an empty database, while no service uses that:`,
    `  pg_restore --no-owner --no-privileges --exit-on-error --single-transaction --dbname=${addressOf(databaseUrl)} ${quote(file)}`,
    password,
    'Then "altscribe doctor" says whether every balance is the sum of its entries.',
  ].join('\n');
}

function nameOf(databaseUrl: string): string {
  return describeStore({ dataDir: '', databaseUrl });
}

/** The address without its password, which other users of the machine could see, and our options. */
function addressOf(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.password = '';
  // What only the client of Node.js knows.
  url.searchParams.delete('uselibpqcompat');
  return quote(url.href);
}

/** As one word of a shell's command. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
