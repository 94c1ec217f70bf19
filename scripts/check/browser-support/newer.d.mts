export function newerNames(environment: 'app' | 'sites'): [holder: string, name: string][];
