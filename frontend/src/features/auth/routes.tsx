import { AccountPage } from './account/account-page';
import { InvitationPage } from './invitation-page';
import { LoginPage } from './login-page';
import { RegisterPage } from './register-page';
import { ResetPage } from './reset-page';

/** The screens of this feature, for the router. */
export const Login = LoginPage;
export const Register = RegisterPage;
export const ResetPassword = ResetPage;
export const Invitation = InvitationPage;
export const Account = AccountPage;
