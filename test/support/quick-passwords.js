// Import it before anything else: password hashes then cost the process a thousandth of the usual
// time, or the part that PASSWORDS_QUICKER sets.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt } = crypto;
const quicker = Number(process.env.PASSWORDS_QUICKER ?? 1_024);

crypto.scrypt = (password, salt, length, options, callback) =>
  scrypt(password, salt, length, { ...options, N: options.N / quicker }, callback);
syncBuiltinESMExports();
