import { Outlet } from 'react-router';
export function TeamLayout() {
  return <Outlet />;
}
