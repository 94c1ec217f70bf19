import { PASSWORD, type Person } from '../support/accounts';
import type { Tab } from './drive/tab';

/** Logs in on the form whose address is there already. */
export async function logIn(tab: Tab, password: string): Promise<void> {
  await tab.find({ label: '密码' }).fill(password);
  await tab.find({ role: 'button', name: '登录' }).click();
}

/** Types an address of the console and logs in on the way. */
export async function openConsole(tab: Tab, { email }: Person, address: string): Promise<void> {
  await tab.open(address);
  await tab.find({ role: 'textbox', name: /^邮箱/ }).fill(email);
  await logIn(tab, PASSWORD);
  await tab.showsAddress(address);
}
