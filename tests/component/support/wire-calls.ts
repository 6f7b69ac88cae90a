import type { SettingChanges } from '#shared/model/setting-parts.ts';
import type {
  AdminBody,
  ChangeEntry,
  HistoryEntry,
  RunnerScansBody,
  SaveRunnerBody,
  SaveRunnerReply,
} from '#shared/wire/runners-api.ts';
import type {
  BackupEntry,
  ImportPreview,
  PictureReply,
  PresentCounts,
  RestoreBody,
  RestorePreview,
  RestoreReply,
} from '#shared/wire/import-api.ts';
import type {
  ControlBody,
  DidNotStartBody,
  DidNotStartReply,
  ExpectedBody,
  RemoveControlBody,
  ReportBody,
} from '#shared/wire/control-api.ts';
import type {
  MarshalBody,
  MarshalReply,
  MarshalReportsBody,
  NewPassBody,
  NewPassReply,
  TakeBackBody,
  TakenBackReply,
} from '#shared/wire/marshal-api.ts';
import type { ChipsReply, MissingBody } from '#shared/wire/missing-api.ts';
import type { AlarmsOrder, PushEnd, PushKey } from '#shared/wire/push-api.ts';
import type { ExportsBody } from '#shared/wire/exports-api.ts';
import type { HealthBody } from '#shared/wire/health-api.ts';
import type {
  AddOrganiserBody,
  AuthInfo,
  ChangePasswordBody,
  EndSessionsBody,
  LoginBody,
  LoginReply,
  OrganiserEntry,
  OrganiserReply,
  OwnSession,
  RenewedSession,
  SecondFactorBody,
  SecondFactorOffBody,
  SecondFactorReply,
  SecondFactorSecret,
  SignedIn,
} from '#shared/wire/auth-api.ts';
import type {
  CorrectionsBody,
  ConfigBody,
  CompactResultsBody,
  StartListBody,
  SuccessReply,
} from '#shared/wire/http-api.ts';
import type { RunnerBody } from '#shared/wire/runner-api.ts';
import type {
  CorrectionImpact,
  CorrectReadsBody,
  PreviewCorrectionBody,
  ReadsBody,
  SourcesBody,
} from '#shared/wire/reads-api.ts';
import type { ReadersBody, SaveReaderBody } from '#shared/wire/readers-api.ts';
import type {
  SettingsImpact,
  SetupBody,
  SetupImpact,
  SetupInput,
} from '#shared/wire/config-api.ts';

/** The answer to a call, and the body sent with it. */
interface WireCall<Reply, Sent = undefined> {
  readonly reply: Reply;
  readonly sent: Sent;
}

/** Every call of the page, typed by the protocol: fakes that differ from it do not compile. */
export interface WireCalls {
  'GET /auth': WireCall<AuthInfo>;
  'GET /auth/me': WireCall<SignedIn>;
  'POST /auth/login': WireCall<LoginReply, LoginBody>;
  'POST /auth/logout': WireCall<undefined>;
  'POST /auth/password': WireCall<LoginReply, ChangePasswordBody>;
  'POST /auth/second-factor': WireCall<SecondFactorReply, SecondFactorBody>;
  'POST /auth/second-factor/off': WireCall<RenewedSession, SecondFactorOffBody>;
  'POST /auth/second-factor/secret': WireCall<SecondFactorSecret>;
  'GET /auth/sessions': WireCall<readonly OwnSession[]>;
  'POST /auth/sessions/end': WireCall<RenewedSession, EndSessionsBody>;
  'GET /exports': WireCall<ExportsBody>;
  'GET /exports/:event/:file': WireCall<string>;
  'GET /health/state': WireCall<HealthBody>;
  'GET /scanners': WireCall<ReadersBody>;
  'PUT /scanners': WireCall<ReadersBody, SaveReaderBody>;
  'POST /scanners/:source/remove': WireCall<ReadersBody>;
  'POST /scanners/:source/file': WireCall<ReadersBody, FormData>;
  'GET /organisers': WireCall<readonly OrganiserEntry[]>;
  'POST /organisers': WireCall<OrganiserReply, AddOrganiserBody>;
  'POST /organisers/:email/role': WireCall<OrganiserReply, Pick<AddOrganiserBody, 'role'>>;
  'POST /organisers/:email/reset': WireCall<OrganiserReply>;
  'POST /organisers/:email/sign-out': WireCall<OrganiserReply>;
  'POST /organisers/:email/disable': WireCall<OrganiserReply>;
  'POST /organisers/:email/enable': WireCall<OrganiserReply>;
  'GET /api/compact': WireCall<CompactResultsBody>;
  'GET /api/runner/:asked': WireCall<RunnerBody>;
  'POST /api': WireCall<SaveRunnerReply, SaveRunnerBody>;
  'GET /config': WireCall<ConfigBody>;
  'GET /starters': WireCall<StartListBody>;
  'GET /api/corrections': WireCall<CorrectionsBody>;
  'GET /apiadmin': WireCall<AdminBody>;
  'GET /apiadmin/changes': WireCall<readonly ChangeEntry[]>;
  'GET /apiadmin/:runnerId/history': WireCall<readonly HistoryEntry[]>;
  'GET /apiadmin/:runnerId/scans': WireCall<RunnerScansBody>;
  'POST /apiadmin/:runnerId/undo': WireCall<SaveRunnerReply, { readonly version: number }>;
  'GET /mia': WireCall<MissingBody>;
  'POST /mia/:bandID/dismiss': WireCall<SuccessReply, { readonly scans: number }>;
  'POST /mia/:bandID/undismiss': WireCall<SuccessReply>;
  'POST /mia/:bandID/give': WireCall<ChipsReply, { readonly runnerId: string }>;
  'POST /mia/:bandID/take-back': WireCall<ChipsReply>;
  'GET /chips': WireCall<string>;
  'POST /chips': WireCall<ChipsReply, { readonly text: string }>;
  'POST /chips/empty': WireCall<ChipsReply, { readonly chips: number }>;
  'POST /chips/undo': WireCall<ChipsReply, { readonly version: number }>;
  'GET /apiadmin/reads': WireCall<ReadsBody>;
  'GET /apiadmin/reads/sources': WireCall<SourcesBody>;
  'POST /corrections': WireCall<SuccessReply, CorrectReadsBody>;
  'POST /corrections/preview': WireCall<CorrectionImpact, PreviewCorrectionBody>;
  'POST /corrections/:correctionId/undo': WireCall<SuccessReply>;
  'GET /apiadmin/expected': WireCall<ExpectedBody>;
  'POST /apiadmin/:runnerId/reports': WireCall<SuccessReply, ReportBody>;
  'POST /apiadmin/:runnerId/reports/:reportId/undo': WireCall<SuccessReply>;
  'POST /apiadmin/did-not-start': WireCall<DidNotStartReply, DidNotStartBody>;
  'POST /apiadmin/check-in': WireCall<DidNotStartReply, DidNotStartBody>;
  'POST /control': WireCall<SuccessReply, ControlBody>;
  'POST /control/remove': WireCall<SuccessReply, RemoveControlBody>;
  'GET /push/key': WireCall<PushKey>;
  'POST /push/unsubscribe': WireCall<undefined, PushEnd>;
  'POST /alarms': WireCall<SuccessReply, AlarmsOrder>;
  'POST /marshals': WireCall<NewPassReply, NewPassBody>;
  'POST /marshals/take-back': WireCall<TakenBackReply, TakeBackBody>;
  'GET /api/marshal': WireCall<MarshalBody>;
  'POST /api/marshal/reports': WireCall<MarshalReply, MarshalReportsBody>;
  'GET /webconfig': WireCall<ConfigBody>;
  'PUT /webconfig': WireCall<ConfigBody, SettingChanges & { readonly was?: SettingChanges }>;
  'POST /webconfig/preview': WireCall<SettingsImpact, SettingChanges>;
  'GET /setup': WireCall<SetupBody>;
  'PUT /setup': WireCall<SetupBody, SetupInput>;
  'POST /setup/preview': WireCall<SetupImpact, SetupInput>;
  'POST /upload/preview': WireCall<ImportPreview, FormData>;
  'POST /upload': WireCall<string, FormData>;
  'POST /upload-image': WireCall<PictureReply, FormData>;
  'POST /upload-background': WireCall<PictureReply, FormData>;
  'GET /backups': WireCall<readonly BackupEntry[]>;
  'GET /backups/present': WireCall<PresentCounts>;
  'GET /backups/:backupId': WireCall<RestorePreview>;
  'POST /backups/:backupId/restore': WireCall<RestoreReply, RestoreBody>;
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
