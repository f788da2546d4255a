// Import it before anything else: password hashes then cost the process a thousandth of the usual
// time.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt } = crypto;

crypto.scrypt = (password, salt, length, options, callback) =>
  scrypt(password, salt, length, { ...options, N: 128 }, callback);
syncBuiltinESMExports();
