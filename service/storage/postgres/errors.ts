import { DatabaseError } from 'pg';
import { StoreError, StoreUnreachableError } from '../interfaces/errors.ts';

/** Two transactions conflicted. PostgreSQL asks for another attempt. */
const conflicts: ReadonlySet<unknown> = new Set(['40001', '40P01']);

/** The server is stopping or starting, or is no longer the primary. */
const unavailable = /^(08...|57P0[123]|25006)$/;

/** The connection broke, or could not be opened. The outcome of a running statement is unknown. */
export class UnreachableError extends StoreUnreachableError {
  override readonly name = 'UnreachableError';
}

/** The connection broke during a commit, so the change may or may not have been made. */
export class InDoubtError extends StoreUnreachableError {
  override readonly name = 'InDoubtError';

  constructor() {
    super(
      'The connection to the database broke. The change may have been made: check before you try again.',
    );
  }
}

/** The statement conflicted with another, and has changed nothing. */
export class ConflictError extends StoreError {
  override readonly name = 'ConflictError';
}

/**
 * The error in our own words, without host, user or value: PostgreSQL's messages contain them, and
 * errors end up in logs and responses.
 */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  if (!(error instanceof DatabaseError)) {
    const code = codeOf(error);
    if (isSilence(error)) {
      return new UnreachableError('The database of DATABASE_URL does not answer.');
    }
    const tls = explainTls(code, error);
    if (tls) return new StoreError(tls);
    const detail = code === undefined ? '' : ` (${code})`;
    const hint = code === 'ENOENT' ? ' Does the file or socket that it names exist?' : '';
    return new UnreachableError(`The database of DATABASE_URL cannot be reached${detail}.${hint}`);
  }
  const code = error.code ?? 'no code';
  if (conflicts.has(code) || isRepeatedEntry(error)) {
    return new ConflictError('There were too many concurrent changes of the same account.');
  }
  if (unavailable.test(code)) {
    return new UnreachableError(
      `The database of DATABASE_URL does not accept statements (${code}).`,
    );
  }
  return new StoreError(explain(code));
}

/** OpenSSL's error codes for a certificate that it does not trust. */
const untrusted = /CERT|SIGNATURE|ISSUER/;

function explainTls(code: string | undefined, error: unknown): string | undefined {
  if (code !== undefined && untrusted.test(code)) {
    return (
      `The certificate of the database cannot be verified (${code}). Add sslrootcert=/path/to/ca.pem to ` +
      'DATABASE_URL; uselibpqcompat=true&sslmode=require encrypts without verifying it.'
    );
  }
  if (error instanceof Error && error.message.includes('does not support SSL')) {
    return 'The database accepts no encrypted connections. Turn ssl on there, or leave sslmode out of DATABASE_URL.';
  }
  return undefined;
}

function explain(code: string): string {
  if (code === '42501') {
    return (
      'The role of DATABASE_URL lacks a privilege (42501). Make it the owner of the database, or run there: ' +
      'GRANT CREATE, USAGE ON SCHEMA public TO that role; tables that another role owns must be transferred to it.'
    );
  }
  if (code === '57014') return 'The database took too long to answer.';
  if (code === '55P03') return 'Another change of the same account took too long (55P03).';
  if (code.startsWith('53')) return `The database is out of space or connections (${code}).`;
  if (code.startsWith('28')) return `Database authentication failed (${code}): check DATABASE_URL.`;
  if (code === '3D000') return 'The database that DATABASE_URL names does not exist.';
  return `The database refused a statement (${code}).`;
}

/** Another transaction has inserted the same entry since this one looked for it. */
function isRepeatedEntry({ code, constraint }: DatabaseError): boolean {
  return code === '23505' && constraint === 'entries_pkey';
}

/** The connection exists, but the server has sent nothing for as long as a statement may take. */
function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
