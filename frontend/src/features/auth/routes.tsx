import { AccountPage } from './account/account-page';
import { InvitationPage } from './invitation-page';
import { LoginPage } from './login-page';
import { RegisterPage } from './register-page';
import { ResetPage } from './reset-page';

/** Doors of the feature, one a screen. */
export const Login = LoginPage;
export const Register = RegisterPage;
export const ResetPassword = ResetPage;
export const Invitation = InvitationPage;
export const Account = AccountPage;
