import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Banner } from '#client/ui/Banner.tsx';
import type { SignedIn } from '#shared/wire/auth-api.ts';
import { messageOf } from '../calls/call-error.ts';
import { SwitchCodesOff, SwitchCodesOn } from './SwitchCodes.tsx';
import { useCalls } from './use-session.ts';

export interface SecondFactorProps {
  /** It was switched on; the recovery codes are shown only now. */
  readonly onOn: (recoveryCodes: readonly string[]) => void;
  readonly onOff: () => void;
  readonly others: ReactNode;
}

/** Whether the organiser's own sign-in asks for a code of an authenticator app, and a switch for it. */
export function SecondFactor({ onOn, onOff, others }: SecondFactorProps): ReactNode {
  const calls = useCalls();
  const { data, error } = useQuery({
    queryKey: ['own-account'],
    queryFn: () => calls.get<SignedIn>('/auth/me'),
    gcTime: 0,
    staleTime: Infinity,
  });
  if (error) return <Banner kind="alert">{messageOf(error)}</Banner>;
  if (!data) return <output>Loading...</output>;
  const { recoveryCodesLeft } = data;
  return recoveryCodesLeft === undefined ? (
    <SwitchCodesOn onOn={onOn} others={others} />
  ) : (
    <div className="stack-12">
      <p>
        Your sign-in asks for a code of your authenticator app. {describeLeft(recoveryCodesLeft)}
      </p>
      <SwitchCodesOff onOff={onOff} others={others} />
    </div>
  );
}

function describeLeft(count: number): string {
  if (count === 0) return 'No recovery code is left: switch it off and on again for new ones.';
  return count === 1 ? 'One recovery code is left.' : `${count} recovery codes are left.`;
}
