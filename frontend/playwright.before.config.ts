import config from './playwright.config';
export default { ...config, testDir: 'e2e-before', retries: 0 };
