/** Where the Tools menu leads (spec.md section 2). */
export const TOOLS = [
  { path: '/admin', label: 'Admin Home' },
  { path: '/missing', label: 'MIA' },
  { path: '/conf', label: 'Config' },
  { path: '/import', label: 'Import' },
  { path: '/imageuploadlogo', label: 'Upload Logo' },
  { path: '/imageuploadbg', label: 'Upload Background' },
] as const;
