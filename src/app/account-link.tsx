import { catalogPages } from '../../contract/common/catalog-pages.ts';
import { engine } from '../data/current.ts';
import { Avatar } from '../ui/avatar.tsx';
import { useMessages } from '../ui/i18n/context.tsx';
import { Link } from '../ui/link.tsx';
import { useObservable } from '../ui/use-observable.ts';
import { appMessages } from './messages.ts';

/** The person's initials, as a link to the account page. */
export function AccountLink() {
  const words = useMessages(appMessages);
  const session = useObservable(engine().session.state);
  if (session.phase !== 'signed-in' && session.phase !== 'ended') return null;
  const { user } = session.account;
  return (
    <Link href={catalogPages.account} className="account-link" aria-label={words.account}>
      <Avatar name={`${user.first_name} ${user.last_name}`} />
    </Link>
  );
}
