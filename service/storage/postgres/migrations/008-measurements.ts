/**
 * What is measured for the charts of the dashboard, added up by step of time. Not logged: a crash of
 * the server costs the charts of a day.
 */
export const measurements = `
  CREATE UNLOGGED TABLE measurements (
    seconds integer NOT NULL,
    at timestamptz NOT NULL,
    name text COLLATE "C" NOT NULL,
    amount bigint NOT NULL,
    PRIMARY KEY (seconds, at, name)
  );
`;
