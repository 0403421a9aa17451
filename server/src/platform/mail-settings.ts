import { z } from 'zod'

export interface MailSettings {
  /** The URL of the mail server, with user and password. */
  readonly url: string
  /** The sender of mails: `Balcão <inbox@example.com>`, or the address alone. */
  readonly from: string
}

export const mailEnvironmentFields = {
  SMTP_URL: z
    .string()
    .refine((text) => isSmtpUrl(text), 'must be like smtps://user:password@smtp.example.com:465')
    .optional(),
  SMTP_FROM: z
    .string()
    .refine(
      (text) => /^([^<>\r\n]+<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/.test(text),
      'must be like Balcão <inbox@example.com>',
    )
    .optional(),
}
type Fields = z.output<z.ZodObject<typeof mailEnvironmentFields>>

export function mailSettingProblems(
  given: Partial<Record<keyof typeof mailEnvironmentFields | 'PUBLIC_URL', string>>,
): string[] {
  if (!given.SMTP_URL) return []
  return [
    ...(given.SMTP_FROM ? [] : ['SMTP_URL needs SMTP_FROM: the sender of the mails.']),
    ...(given.PUBLIC_URL
      ? []
      : ['SMTP_URL needs PUBLIC_URL: mails link to it, like https://inbox.example.com.']),
  ]
}

/** Null: the installation sends no mail. */
export function mailSettingsOf({ SMTP_URL: url, SMTP_FROM: from }: Fields): MailSettings | null {
  return url === undefined || from === undefined ? null : { url, from }
}

function isSmtpUrl(text: string): boolean {
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== ''
}
