import { catalogPages } from '../../contract/common/catalog-pages.ts';
import { useEngine } from '../engine-context.tsx';
import { changesMessages } from '../features/changes/messages.ts';
import { useCounts } from '../features/changes/use-changes.ts';
import { Link } from '../ui/controls/link.tsx';
import { useObservable } from '../ui/hooks/use-observable.ts';
import { useMessages } from '../ui/i18n/context.tsx';
import { Avatar } from '../ui/pictures/avatar.tsx';
import { appMessages } from './messages.ts';

/** The person's initials, as a link to the account page. */
export function AccountLink() {
  const words = useMessages(appMessages);
  const session = useObservable(useEngine().session.state);
  if (session.phase !== 'signed-in' && session.phase !== 'ended') return null;
  const { user } = session.account;
  return <Initials name={`${user.first_name} ${user.last_name}`} label={words.account} />;
}

/** The initials, with the number of changes that were not accepted or still wait. */
function Initials({ name, label }: { name: string; label: string }) {
  const { badge } = useMessages(changesMessages);
  const { refused, waiting } = useCounts();
  const number = refused + waiting;
  return (
    <Link
      href={catalogPages.account}
      className="account-link"
      aria-label={number === 0 ? label : `${label}, ${badge({ count: number })}`}
    >
      <Avatar name={name} badge={number === 0 ? undefined : String(number)} />
    </Link>
  );
}
