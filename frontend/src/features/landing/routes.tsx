import { useQuery } from '@tanstack/react-query';
import { getConfig } from '../../api/account';
import { LandingPage } from './landing-page';
import { LegalPage } from './legal-page';

/** The screens of this feature, for the router. */
export function Landing() {
  const { data, isError } = useQuery({
    queryKey: ['config'],
    queryFn: getConfig,
    staleTime: 300_000,
  });
  if (data === undefined) return <LandingPage contact={isError ? 'lost' : 'waiting'} />;
  return <LandingPage contact={data.contactId ? { id: data.contactId } : 'none'} />;
}

export function Terms() {
  return <LegalPage document="terms" />;
}

export function Privacy() {
  return <LegalPage document="privacy" />;
}
