/**
 * Stores which cell, an installation with its own database, has the account of an e-mail address. It is used only when
 * accounts change and when a sign-in fails, because the account may be in another cell.
 */
export interface CellDirectory {
  /** The number of this cell; null: there is only one cell. */
  readonly cell: number | null
  /**
   * Reserves this e-mail (lower case) for this cell and runs `act`. If `act` fails, the e-mail is free again. Refuses
   * with ERR_EMAIL_ALREADY_EXISTS when another cell has it.
   */
  claiming<T>(email: string, act: () => Promise<T>): Promise<T>
  /** The cell of an account. An unknown e-mail always gets the same arbitrary cell, which hides that it is unknown. */
  cellOf(email: string): Promise<number | null>
  /** Assigns these e-mails (lower case) to this cell, because their company has moved here. */
  takeOver(emails: readonly string[]): Promise<void>
  /**
   * Makes this cell's entries equal to the e-mails in `pages`: adds missing ones and deletes the others. Returns how
   * many e-mails belong to another cell.
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
