import { type ReactNode, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
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
  const address = findPictureAddress(picture.name, useConfig().data?.pictures);
  const [file, setFile] = useState<File>();
  const upload = useUpload<File, string>({
    path: picture.path,
    toForm: (chosen) => {
      const form = new FormData();
      form.append('image', chosen);
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
      isDisabled={!file}
      onSubmit={(event) => {
        event.preventDefault();
        if (file) upload.mutate(file);
      }}
    >
      <FilePicker
        label={picture.label}
        hint={picture.hint}
        accept={picture.accept}
        maxBytes={MAX_UPLOAD_BYTES[picture.name]}
        file={file}
        isDisabled={upload.isPending}
        onChoose={(chosen) => {
          upload.reset();
          setFile(chosen);
        }}
      />
      <figure className="stack-6 m-0 text-m muted">
        <figcaption>In use</figcaption>
        <img
          className="h-40 max-w-full bg-[#ffffff] object-contain"
          src={address}
          alt={picture.name}
        />
      </figure>
    </UploadForm>
  );
}
