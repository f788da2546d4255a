import type { AccountStore } from '../../storage/interfaces/account-store.ts';
import { Field } from './field.tsx';
import { useTexts } from './page-context.ts';
import { Select } from './select.tsx';

/** As many users as can be chosen from a list; among more, one is typed. */
const mostListed = 50;

/** The users to choose from; nothing where there are too many for a list. */
export type UserChoice = readonly string[] | undefined;

/** Finds the users of an owner to choose from, the owner first. */
export async function findUserChoice(store: AccountStore, ownerId: string): Promise<UserChoice> {
  const users = await store.listUsers(ownerId, { limit: mostListed + 1 });
  if (users.length > mostListed) return undefined;
  const others = users.map(({ user_id: id }) => id).filter((id) => id !== ownerId);
  return [ownerId, ...others];
}

interface UserFieldProps {
  readonly label: string;
  readonly choice: UserChoice;
  readonly value: string;
  /** What stands for all users together; absent where one must be chosen. */
  readonly all?: string;
}

/** The field in which a user of the owner is chosen. */
export function UserField({ label, choice, value, all }: UserFieldProps) {
  const { userField: texts } = useTexts();
  if (!choice) {
    return (
      <Field
        name="user"
        type="email"
        label={label}
        value={value}
        optional
        autocomplete="off"
        description={all === undefined ? texts.typed : texts.typedOrAll}
      />
    );
  }
  const users = choice.map((id) => ({ value: id, label: id }));
  const options = all === undefined ? users : [{ value: '', label: all }, ...users];
  return <Select name="user" label={label} options={options} value={value} />;
}
