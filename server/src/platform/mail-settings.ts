import { z } from 'zod'

/** How the installation sends mail. */
export interface MailSettings {
  /** The address of the mail server, with user and password. */
  readonly url: string
  /** The sender: `Balcão <inbox@example.com>`, or the address alone. */
  readonly from: string
}

/** The environment variables of mail. */
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

/** The errors in the settings of mail, one line each. */
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

/** Null: the installation sends no mail. The fields must have no errors. */
export function mailSettingsOf({ SMTP_URL: url, SMTP_FROM: from }: Fields): MailSettings | null {
  return url === undefined || from === undefined ? null : { url, from }
}

function isSmtpUrl(text: string): boolean {
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== ''
}
