// Import it before anything else: hashes of passwords cost the process a thousandth of what they do otherwise.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt } = crypto;

crypto.scrypt = (password, salt, length, options, callback) =>
  scrypt(password, salt, length, { ...options, N: 128 }, callback);
syncBuiltinESMExports();
