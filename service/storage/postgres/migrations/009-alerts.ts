/** When operators were last told of a problem, and whether it lasts, by its cause. */
export const alerts = `
  CREATE TABLE alerts (
    cause text COLLATE "C" PRIMARY KEY,
    sent_at timestamptz NOT NULL,
    is_open boolean NOT NULL
  );
`;
