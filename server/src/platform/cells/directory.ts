/**
 * Stores in which cell the account of an e-mail is. It is used only when an account is created or changed, or when
 * a sign-in finds no account.
 */
export interface CellDirectory {
  /** The number of this cell; null: the installation is one cell. */
  readonly cell: number | null
  /**
   * Runs an act that stores this e-mail (lower case) for an account of this cell. Refuses with
   * ERR_EMAIL_ALREADY_EXISTS when another cell has an account with this e-mail.
   */
  claiming<T>(email: string, act: () => Promise<T>): Promise<T>
  /**
   * The cell in which this e-mail (lower case) signs in. An unknown e-mail always gets the same arbitrary cell, so
   * that the answer does not reveal which accounts exist. Null: the installation is one cell.
   */
  cellOf(email: string): Promise<number | null>
  /** Adds the e-mails (lower case) of a company that has moved to this cell. */
  takeOver(emails: readonly string[]): Promise<void>
  /**
   * Adds all e-mails of this cell, in pages, and removes its entries without an account. Returns how many of the
   * e-mails belong to another cell.
   */
  reconcile(pages: AsyncIterable<readonly string[]>): Promise<number>
  close(): Promise<void>
}

export const singleCellDirectory: CellDirectory = {
  cell: null,
  claiming: (_, act) => act(),
  cellOf: async () => null,
  takeOver: async () => undefined,
  reconcile: async () => 0,
  close: async () => undefined,
}
