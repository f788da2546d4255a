/** What users prove besides the password, as `SecondFactor`; null for nothing. */
export const secondFactors = `ALTER TABLE logins ADD COLUMN second_factor jsonb;`;
