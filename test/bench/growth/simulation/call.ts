import { statementsBehind, statementsOfCall, type Statement } from '../statements.ts';
import { begin, type Task } from './clock.ts';
import type { World } from './world.ts';

/**
 * A call from its request to its response, which then leaves writing behind it.
 * @param done is given the milliseconds that it took without the provider
 */
export function* call(world: World, process: number, done: (addedMs: number) => void): Task {
  const { clock, database, layout, recording } = world;
  const core = world.coreOf(process);
  const user = world.user();
  const start = clock.now;
  let providerMs = 0;
  for (const [n, samples] of recording.serviceMs.entries()) {
    if (n === recording.providerAfter) {
      providerMs = world.providerMs();
      yield clock.sleep(providerMs);
      if (layout.aroundMs) yield* database.use(layout.aroundMs);
    }
    yield* core.use(world.draw(samples));
    const statement = statementsOfCall[n];
    if (statement) yield* ask(world, process, statement, user);
  }
  done(clock.now - start - providerMs);
  for (const statement of statementsBehind) writeBehind(world, process, statement, user);
}

/** A statement, from the line for a connection to its commit. */
function* ask(world: World, process: number, { name, ...is }: Statement, user: number): Task {
  const { clock, database, disk, layout, recording, server } = world;
  const times = recording.statements.find((one) => one.name === name);
  if (!times) throw new Error(`No "${name}" was recorded.`);
  const pool = world.poolOf(process);
  const ms = world.draw(times.databaseMs);
  const row = is.locks && world.rowOf(user, is.locks);
  yield pool.take;
  yield clock.sleep(layout.networkMs);
  yield server.take;
  yield* database.use(ms * (1 - times.executed));
  if (row) yield row.take;
  yield* database.use(ms * times.executed);
  if (is.isDurable) yield disk.flush;
  row?.giveBack();
  server.giveBack();
  pool.giveBack();
}

/** A process writes one row after the other; what comes soon after is joined to the next. */
function writeBehind(world: World, process: number, statement: Statement, user: number): void {
  const { clock, written } = world;
  const { name, everyMs = 0 } = statement;
  const key = `${name} of ${user} by ${process}`;
  if ((written.get(key) ?? 0) > clock.now) return;
  written.set(key, clock.now + everyMs);
  begin(
    (function* (): Task {
      const writer = world.writerOf(process, name);
      yield writer.take;
      yield* ask(world, process, statement, user);
      writer.giveBack();
    })(),
  );
}
