import type texts from '../../lib/i18n/pt/shell.json'

type Texts = typeof texts

/** A key of `shell.json` with one text: neither a group of texts nor a plural form. */
export type ShellTextKey = {
  [Key in keyof Texts]: Key extends `${string}_${'one' | 'many' | 'other'}`
    ? never
    : Texts[Key] extends string
      ? Key
      : never
}[keyof Texts]
