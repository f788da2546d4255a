import type { Session } from '../../../storage/interfaces/logins.ts';
import { browserName } from '../../browser-name.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Form } from '../../components/form.tsx';
import { useTexts } from '../../components/page-context.ts';
import { SubmitButton } from '../../components/submit-button.tsx';
import { Time } from '../../components/time.tsx';

interface SessionListProps {
  readonly sessions: readonly Session[];
  /** The one of this browser. */
  readonly current: Session;
}

/** Where somebody is signed in. */
export function SessionList({ sessions, current }: SessionListProps) {
  const { account } = useTexts();
  const nameOf = ({ user_agent, id_hash }: Session) => {
    const name = browserName(user_agent) || account.unknownBrowser;
    return id_hash === current.id_hash ? `${name} · ${account.thisSession}` : name;
  };
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{account.sessions}</h2>
      <p class="quiet">{account.sessionsEnd}</p>
      <DataTable
        caption={account.sessions}
        rows={sessions}
        keyOf={({ id_hash }) => id_hash}
        columns={[
          { header: account.browser, cell: nameOf },
          { header: account.signedIn, cell: ({ created_at }) => <Time at={created_at} /> },
          { header: account.lastSeen, cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
        ]}
      />
      <Form action="/dashboard/account/sign-out-everywhere" confirm={account.signOutQuestion}>
        <div class="actions">
          <SubmitButton kind="secondary">{account.signOutEverywhere}</SubmitButton>
        </div>
      </Form>
    </section>
  );
}
