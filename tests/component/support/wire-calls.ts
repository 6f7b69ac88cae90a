import type { SettingChanges } from '#shared/model/setting-parts.ts';
import type * as Runners from '#shared/wire/runners-api.ts';
import type * as Import from '#shared/wire/import-api.ts';
import type * as Control from '#shared/wire/control-api.ts';
import type * as Marshal from '#shared/wire/marshal-api.ts';
import type * as Missing from '#shared/wire/missing-api.ts';
import type * as Push from '#shared/wire/push-api.ts';
import type * as Health from '#shared/wire/health-api.ts';
import type * as Auth from '#shared/wire/auth-api.ts';
import type * as Public from '#shared/wire/http-api.ts';
import type * as Runner from '#shared/wire/runner-api.ts';
import type * as Reads from '#shared/wire/reads-api.ts';
import type * as Readers from '#shared/wire/readers-api.ts';
import type * as Config from '#shared/wire/config-api.ts';

/** The answer to a call, and the body sent with it. */
interface WireCall<Reply, Sent = undefined> {
  readonly reply: Reply;
  readonly sent: Sent;
}

/** Every call of the page, typed by the protocol: fakes that differ from it do not compile. */
export interface WireCalls {
  'GET /auth': WireCall<Auth.AuthInfo>;
  'GET /auth/me': WireCall<Auth.SignedIn>;
  'POST /auth/login': WireCall<Auth.LoginReply, Auth.LoginBody>;
  'POST /auth/logout': WireCall<undefined>;
  'POST /auth/password': WireCall<Auth.LoginReply, Auth.ChangePasswordBody>;
  'POST /auth/second-factor': WireCall<Auth.LoginReply, Auth.SecondFactorBody>;
  'POST /auth/second-factor/off': WireCall<Auth.LoginReply, Auth.SecondFactorOffBody>;
  'POST /auth/second-factor/secret': WireCall<Auth.SecondFactorSecret>;
  'GET /entries.csv': WireCall<string>;
  'GET /health/state': WireCall<Health.HealthBody>;
  'GET /scanners': WireCall<Readers.ReadersBody>;
  'PUT /scanners': WireCall<Readers.ReadersBody, Readers.SaveReaderBody>;
  'POST /scanners/:source/remove': WireCall<Readers.ReadersBody>;
  'POST /scanners/:source/file': WireCall<Readers.ReadersBody, FormData>;
  'GET /organisers': WireCall<readonly Auth.OrganiserEntry[]>;
  'POST /organisers': WireCall<Auth.OrganiserReply, Auth.AddOrganiserBody>;
  'POST /organisers/:email/role': WireCall<
    Auth.OrganiserReply,
    Pick<Auth.AddOrganiserBody, 'role'>
  >;
  'POST /organisers/:email/reset': WireCall<Auth.OrganiserReply>;
  'POST /organisers/:email/disable': WireCall<Auth.OrganiserReply>;
  'POST /organisers/:email/enable': WireCall<Auth.OrganiserReply>;
  'GET /api/compact': WireCall<Public.CompactResultsBody>;
  'GET /api/runner/:asked': WireCall<Runner.RunnerBody>;
  'POST /api': WireCall<Runners.SaveRunnerReply, Runners.SaveRunnerBody>;
  'GET /config': WireCall<Public.ConfigBody>;
  'GET /starters': WireCall<Public.StartListBody>;
  'GET /api/corrections': WireCall<Public.CorrectionsBody>;
  'GET /apiadmin': WireCall<Runners.AdminBody>;
  'GET /apiadmin/changes': WireCall<readonly Runners.ChangeEntry[]>;
  'GET /apiadmin/:runnerId/history': WireCall<readonly Runners.HistoryEntry[]>;
  'GET /apiadmin/:runnerId/scans': WireCall<Runners.RunnerScansBody>;
  'POST /apiadmin/:runnerId/undo': WireCall<Runners.SaveRunnerReply, { readonly version: number }>;
  'GET /mia': WireCall<Missing.MissingBody>;
  'POST /mia/:bandID/dismiss': WireCall<Public.SuccessReply, { readonly scans: number }>;
  'POST /mia/:bandID/undismiss': WireCall<Public.SuccessReply>;
  'POST /mia/:bandID/give': WireCall<Missing.ChipsReply, { readonly runnerId: string }>;
  'GET /chips': WireCall<string>;
  'POST /chips': WireCall<Missing.ChipsReply, { readonly text: string }>;
  'POST /chips/empty': WireCall<Missing.ChipsReply, { readonly chips: number }>;
  'POST /chips/undo': WireCall<Missing.ChipsReply, { readonly version: number }>;
  'GET /apiadmin/reads': WireCall<Reads.ReadsBody>;
  'GET /apiadmin/reads/sources': WireCall<Reads.SourcesBody>;
  'POST /corrections': WireCall<Public.SuccessReply, Reads.CorrectReadsBody>;
  'POST /corrections/preview': WireCall<Reads.CorrectionImpact, Reads.PreviewCorrectionBody>;
  'POST /corrections/:correctionId/undo': WireCall<Public.SuccessReply>;
  'GET /apiadmin/expected': WireCall<Control.ExpectedBody>;
  'POST /apiadmin/:runnerId/reports': WireCall<Public.SuccessReply, Control.ReportBody>;
  'POST /apiadmin/:runnerId/reports/:reportId/undo': WireCall<Public.SuccessReply>;
  'POST /apiadmin/did-not-start': WireCall<Control.DidNotStartReply, Control.DidNotStartBody>;
  'POST /apiadmin/check-in': WireCall<Control.DidNotStartReply, Control.DidNotStartBody>;
  'POST /control': WireCall<Public.SuccessReply, Control.ControlBody>;
  'POST /control/remove': WireCall<Public.SuccessReply, Control.RemoveControlBody>;
  'GET /push/key': WireCall<Push.PushKey>;
  'POST /push/unsubscribe': WireCall<undefined, Push.PushEnd>;
  'POST /alarms': WireCall<Public.SuccessReply, Push.AlarmsOrder>;
  'POST /marshals': WireCall<Marshal.NewPassReply, Marshal.NewPassBody>;
  'POST /marshals/take-back': WireCall<Marshal.TakenBackReply, Marshal.TakeBackBody>;
  'GET /api/marshal': WireCall<Marshal.MarshalBody>;
  'POST /api/marshal/reports': WireCall<Marshal.MarshalReply, Marshal.MarshalReportsBody>;
  'GET /webconfig': WireCall<Public.ConfigBody>;
  'PUT /webconfig': WireCall<Public.ConfigBody, SettingChanges & { readonly was?: SettingChanges }>;
  'POST /webconfig/preview': WireCall<Config.SettingsImpact, SettingChanges>;
  'GET /setup': WireCall<Config.SetupBody>;
  'PUT /setup': WireCall<Config.SetupBody, Config.SetupInput>;
  'POST /setup/preview': WireCall<Config.SetupImpact, Config.SetupInput>;
  'POST /upload/preview': WireCall<Import.ImportPreview, FormData>;
  'POST /upload': WireCall<string, FormData>;
  'POST /upload-image': WireCall<Import.PictureReply, FormData>;
  'POST /upload-background': WireCall<Import.PictureReply, FormData>;
  'GET /backups': WireCall<readonly Import.BackupEntry[]>;
  'GET /backups/:backupId': WireCall<Import.RestorePreview>;
  'POST /backups/:backupId/restore': WireCall<Import.RestoreReply>;
}

export type CallName = keyof WireCalls;
export type ReplyOf<Name extends CallName> = WireCalls[Name]['reply'];
export type SentWith<Name extends CallName> = WireCalls[Name]['sent'];

/** Whether a method and path, without its query, match the name of a call; `:id` matches one part of a path. */
export function isCall(name: CallName, method: string, path: string): boolean {
  const [namedMethod, namedPath = ''] = name.split(' ');
  const parts = path.replace(/\?.*/, '').split('/');
  const named = namedPath.split('/');
  return (
    method === namedMethod &&
    parts.length === named.length &&
    named.every((part, index) => part.startsWith(':') || part === parts[index])
  );
}
