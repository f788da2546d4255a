/**
 * Loaded before a program that would listen on every address: it only listens on 127.0.0.1, and
 * connects to nothing else.
 */
import { Server, Socket } from 'node:net';

const { listen } = Server.prototype;
Server.prototype.listen = function (port, ...rest) {
  const callbacks = rest.filter((one) => typeof one === 'function');
  return listen.call(this, { port, host: '127.0.0.1' }, ...callbacks);
};

const { connect } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args;
  if (options.host !== '127.0.0.1') throw new Error(`${options.host} is not 127.0.0.1.`);
  return connect.apply(this, args);
};
