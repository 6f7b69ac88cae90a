export interface Tool {
  readonly path: string;
  readonly label: string;
  /** Those who register may not use it. */
  readonly isForAdmins: boolean;
}

/** Where the Tools menu leads. */
export const TOOLS: readonly Tool[] = [
  { path: '/admin', label: 'Admin Home', isForAdmins: false },
  { path: '/missing', label: 'MIA', isForAdmins: false },
  { path: '/conf', label: 'Config', isForAdmins: true },
  { path: '/import', label: 'Import', isForAdmins: true },
  { path: '/imageuploadlogo', label: 'Upload Logo', isForAdmins: true },
  { path: '/imageuploadbg', label: 'Upload Background', isForAdmins: true },
];
