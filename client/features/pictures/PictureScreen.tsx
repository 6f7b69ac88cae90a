import { type ReactNode, useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { PictureName } from '#shared/model/race-config.ts';
import { MAX_UPLOAD_BYTES } from '#shared/wire/import-api.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { findPictureAddress } from '#client/ui/picture-address.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { configQuery, useConfig } from '#client/organisers/config/fetched-config.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { FilePicker } from '#client/organisers/uploads/FilePicker.tsx';
import { UploadForm } from '#client/organisers/uploads/UploadForm.tsx';
import { useUpload } from '#client/organisers/uploads/use-upload.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';

const LOGO = {
  name: 'logo',
  label: 'Upload to overwrite logo file (png)',
  hint: 'Shown at the top of the results. PNG, at most 5 MB and 16 million pixels; it is scaled down to 512 pixels a side.',
  accept: 'image/png',
  path: '/upload-image',
} as const;

const BACKGROUND = {
  name: 'background',
  label: 'Upload to background image',
  hint: 'Shown dimmed behind the results. JPEG, at most 20 MB and 50 million pixels; it is scaled down to 2,400 pixels a side.',
  accept: 'image/jpeg',
  path: '/upload-background',
} as const;

export function LogoPage(): ReactNode {
  return <PictureForm key={LOGO.name} picture={LOGO} />;
}

export function BackgroundPage(): ReactNode {
  return <PictureForm key={BACKGROUND.name} picture={BACKGROUND} />;
}

interface PictureFormProps {
  readonly picture: typeof LOGO | typeof BACKGROUND;
}

function PictureForm({ picture }: PictureFormProps): ReactNode {
  const calls = useCalls();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<{ readonly file: File; readonly address: string }>();
  useEffect(() => {
    if (!chosen) return undefined;
    return () => URL.revokeObjectURL(chosen.address);
  }, [chosen]);
  const { data: config } = useConfig();
  const upload = useUpload<File, string>({
    path: picture.path,
    toForm: (file) => {
      const form = new FormData();
      form.append('image', file);
      return form;
    },
    read: (text) => text,
    onSuccess: async () => {
      void navigate(ORGANISERS_SCREENS.registration, { state: { status: 'Upload successful!' } });
      await queries.invalidateQueries({ queryKey: configQuery(calls).queryKey });
    },
  });

  return (
    <UploadForm
      busyLabel={upload.isPending ? 'Uploading…' : undefined}
      problem={
        upload.error ? (
          <Banner kind="alert">
            <p>Upload failed.</p>
            <p>{messageOf(upload.error)}</p>
          </Banner>
        ) : null
      }
      isDisabled={!chosen}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) upload.mutate(chosen.file);
      }}
    >
      <FilePicker
        label={picture.label}
        hint={picture.hint}
        accept={picture.accept}
        maxBytes={MAX_UPLOAD_BYTES[picture.name]}
        file={chosen?.file}
        isDisabled={upload.isPending}
        onChoose={(file) => {
          upload.reset();
          setChosen({ file, address: URL.createObjectURL(file) });
        }}
      />
      <div className="stack-14 grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))]">
        <PictureShown
          title="Now"
          name={picture.name}
          address={findPictureAddress(picture.name, config?.pictures)}
        />
        {chosen ? (
          <PictureShown title="Chosen" name={picture.name} address={chosen.address} />
        ) : null}
      </div>
    </UploadForm>
  );
}

interface PictureShownProps {
  readonly title: string;
  readonly name: PictureName;
  readonly address: string | undefined;
}

function PictureShown({ title, name, address }: PictureShownProps): ReactNode {
  const isLogo = name === 'logo';
  return (
    <figure className="stack-6 m-0 grid-rows-[auto_1fr]">
      <figcaption className="text-m muted">
        <b className="text-ink">{title}</b>
      </figcaption>
      <div
        // The logo lies on white, as at the top of the results.
        className={`grid h-[15rem] place-items-center overflow-hidden rounded-lg border border-line ${isLogo ? 'bg-[#ffffff] p-3.5' : 'bg-raised'}`}
      >
        {address === undefined ? null : (
          <img
            className={`max-h-full min-h-0 max-w-full object-contain ${isLogo ? '' : 'size-full'}`}
            src={address}
            alt={`${title}: ${name}`}
          />
        )}
      </div>
    </figure>
  );
}
