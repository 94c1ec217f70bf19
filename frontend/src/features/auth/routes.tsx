export const Login = () => null;
export const Register = () => null;
export const ResetPassword = () => null;
export const Invitation = () => null;
export const Account = () => null;
