import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { AccountStore } from '../../storage/interfaces/storage-backend.ts';
import { CommandError, type CommandContext } from '../commands/store-command.ts';
import { runStoreCommand } from '../commands/store-commands.ts';
import { socketPath } from './client.ts';

/** The path of a backup. */
const backupPath = '/backup';

/** The path that returns the address where the service listens. */
const addressPath = '/address';

/**
 * Lets the command line use the store of the running service: `POST /<group>/<command>` with the
 * options as JSON, `GET /backup` and `GET /address`, over a socket that only the owner of the process can open.
 * Call it while holding the store's lock, so an existing socket file must be left over.
 */
export async function serveCommands(
  dataDir: string,
  store: AccountStore,
  context: CommandContext,
): Promise<Server> {
  const path = socketPath(dataDir);
  await rm(path, { force: true });
  const server = createServer((request, response) => {
    if (request.url === addressPath) {
      response.end(JSON.stringify({ result: context.listenAddress?.() }));
      return;
    }
    const responded =
      request.url === backupPath
        ? sendBackup(store, response, context)
        : respond(store, request, context).then(({ status, body }) => {
            response.writeHead(status).end(JSON.stringify(body));
          });
    responded.catch((error: unknown) => {
      context.log.error({ err: error }, 'command failed');
      response.destroy();
    });
  });
  await listen(server, path);
  return server;
}

/** The options of a command that are logged. */
interface CommandOptions {
  readonly user_id?: string;
  readonly owner?: string;
  readonly credits?: string;
  readonly id?: string;
}

async function respond(store: AccountStore, request: IncomingMessage, context: CommandContext) {
  const name = (request.url ?? '').slice(1).replace('/', ' ');
  try {
    const options = (await json(request)) as CommandOptions;
    const result = await runStoreCommand(store, name, options, context);
    const { user_id: user = options.owner, credits, id } = options;
    context.log.info({ command: name, user, credits, id }, 'command');
    return { status: 200, body: { result } };
  } catch (error) {
    if (error instanceof CommandError) return { status: 400, body: { message: error.message } };
    throw error;
  }
}

/** A broken backup must not end normally, so the connection is cut. */
async function sendBackup(store: AccountStore, response: ServerResponse, context: CommandContext) {
  response.writeHead(200, { 'content-type': 'application/gzip' });
  await store.writeBackup?.(response);
  context.log.info({ command: 'backup' }, 'command');
}

/** The mask applies while the socket is created, so others can never open it. */
function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const mask = process.umask(0o177);
    server.once('error', reject).listen(path, resolve);
    process.umask(mask);
  });
}
