export const connectPath = '/dashboard/connect';
export const zipPath = `${connectPath}/altscribe.zip`;
