/** How many calls an owner may make a day, and how many were counted, by day (UTC) and scope. */
export const dailyLimits = `
  ALTER TABLE accounts ADD COLUMN daily_calls_max bigint CHECK (daily_calls_max >= 1);

  CREATE TABLE call_counts (
    day date NOT NULL,
    scope text COLLATE "C" NOT NULL,
    calls bigint NOT NULL,
    PRIMARY KEY (day, scope)
  );
`;
