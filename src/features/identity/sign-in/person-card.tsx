import { listUserPairings } from '../../../../contract/devices.ts';
import { useAccount } from '../../../engine-context.tsx';
import { useObservable } from '../../../ui/hooks/use-observable.ts';
import { useFormat, useMessages } from '../../../ui/i18n/context.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Details, type Fact } from '../../../ui/lists/facts.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { identityMessages } from '../messages.ts';
import './person-card.css';

/** The person as the service knows them now; those of the sign-in until it answers. */
function useNewestUser() {
  const account = useAccount();
  const { user } = account;
  const resource = account.openResource(listUserPairings, { params: { user: user.id } });
  return useObservable(resource.state).value?.user ?? user;
}

/** Who is signed in, where, and until when. */
export function PersonCard() {
  const words = useMessages(identityMessages).person;
  const { dateTime } = useFormat();
  const { organization, session } = useAccount();
  const user = useNewestUser();
  const name = `${user.first_name} ${user.last_name}`.trim() || user.user_id;
  const facts: Fact[] = [
    { label: words.userId, value: user.user_id },
    ...(user.email ? [{ label: words.email, value: user.email }] : []),
    ...(user.mobile_phone ? [{ label: words.phone, value: user.mobile_phone }] : []),
    { label: words.session, value: dateTime(session.expires) },
  ];
  return (
    <Card>
      <div className="person-card-head">
        <Avatar name={name} size="large" />
        <div>
          <h2>{name}</h2>
          <p className="quiet">{organization.name}</p>
        </div>
      </div>
      <Details facts={facts} />
    </Card>
  );
}
