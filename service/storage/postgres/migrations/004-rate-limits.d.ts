/**
 * Requests that were counted, as the library `rate-limiter-flexible` has them: it names no columns,
 * so their order counts, and `expire` is in milliseconds since the epoch. Not logged: a crash of the
 * server costs the counts of a minute, and no call waits for them to reach the disk.
 */
export declare const rateLimits = "\n  CREATE UNLOGGED TABLE rate_limits (\n    key text COLLATE \"C\" PRIMARY KEY,\n    points integer NOT NULL,\n    expire bigint NOT NULL\n  );\n  CREATE INDEX rate_limits_by_expiry ON rate_limits (expire);\n";
