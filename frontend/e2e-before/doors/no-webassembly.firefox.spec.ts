import { test } from './base';

test.use({ firefoxPreferences: { 'javascript.options.wasm': false } });

test('where_webassembly_is_turned_off_the_page_names_the_setting', async ({ tab }) => {
  await tab.open('/md');
  await tab.find({ role: 'heading', name: '应用启动失败' }).shows();
  await tab.says('Firefox 请在 about:config 中把 javascript.options.wasm 设为 true');
});
