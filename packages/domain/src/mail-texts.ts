import { languageIndex } from './three-languages'

/** A plain-text e-mail. Each web address in it is on a line of its own. */
export interface MailText {
  readonly subject: string
  readonly text: string
}

interface AccountFacts {
  readonly name: string
  readonly company: string
  readonly link: string
}

interface InvoiceFacts {
  readonly company: string
  readonly detail: string
  readonly value: string
  readonly dueDate: string
  readonly link: string
}

/** What an e-mail about a failed backup needs. `reason` is a technical text in English. */
interface BackupFacts {
  readonly when: string
  readonly reason: string
  readonly link: string
}

/** The texts of all e-mails. The recipient's company decides the language. */
interface MailTexts {
  /** The e-mail to a user who forgot the password; its link is valid for an hour. */
  newPassword(facts: AccountFacts): MailText
  /** The e-mail to a new user, who has no password yet; its link is valid for seven days. */
  invitation(facts: AccountFacts): MailText
  invoice(facts: InvoiceFacts): MailText
  backupFailed(facts: BackupFacts): MailText
  /** The e-mail to admins when a backup was made, but could not be restored in a check. */
  backupCheckFailed(facts: BackupFacts): MailText
}

const portuguese: MailTexts = {
  newPassword: ({ name, company, link }) => ({
    subject: 'Sua nova senha do Balcão',
    text: `Olá, ${name}.

Alguém pediu uma nova senha para a sua conta em ${company}. Para escolher a nova senha, abra este endereço. Ele vale por uma hora e funciona uma vez:

${link}

Se não foi você, ignore esta mensagem: a senha atual continua valendo.`,
  }),
  invitation: ({ name, company, link }) => ({
    subject: `Seu acesso ao Balcão de ${company}`,
    text: `Olá, ${name}.

Você já faz parte da equipe de ${company} no Balcão. Para escolher a sua senha e entrar, abra este endereço. Ele vale por sete dias e funciona uma vez:

${link}

Se o prazo passar, peça outro convite ao administrador.`,
  }),
  invoice: ({ company, detail, value, dueDate, link }) => ({
    subject: `Fatura do Balcão: ${value}, vence em ${dueDate}`,
    text: `A fatura de ${company} já está disponível.

Plano: ${detail}
Valor: ${value}
Vencimento: ${dueDate}

Para pagar, entre como administrador e abra as faturas:

${link}`,
  }),
  backupFailed: ({ when, reason, link }) => ({
    subject: 'O backup do Balcão falhou',
    text: `O backup de ${when} não foi concluído. O motivo, como o servidor o registrou:

${reason}

O servidor tenta de novo a cada hora. Enquanto isso, só existem as cópias anteriores.

${link}`,
  }),
  backupCheckFailed: ({ when, reason, link }) => ({
    subject: 'O backup do Balcão não pôde ser restaurado',
    text: `O backup foi feito, mas a verificação de ${when}, que o restaura em um banco temporário, falhou. O motivo, como o servidor o registrou:

${reason}

O próximo backup será verificado de novo. Até lá, conte com as cópias anteriores.

${link}`,
  }),
}

const english: MailTexts = {
  newPassword: ({ name, company, link }) => ({
    subject: 'Your new Balcão password',
    text: `Hello ${name},

Somebody asked for a new password for your account at ${company}. To choose it, open this address. It is valid for one hour and works once:

${link}

If it was not you, ignore this message: your current password stays valid.`,
  }),
  invitation: ({ name, company, link }) => ({
    subject: `Your access to Balcão at ${company}`,
    text: `Hello ${name},

You are now part of the team of ${company} in Balcão. To choose your password and sign in, open this address. It is valid for seven days and works once:

${link}

After that, ask your administrator for another invitation.`,
  }),
  invoice: ({ company, detail, value, dueDate, link }) => ({
    subject: `Balcão invoice: ${value}, due on ${dueDate}`,
    text: `The invoice of ${company} is available.

Plan: ${detail}
Amount: ${value}
Due date: ${dueDate}

To pay, sign in as an administrator and open the invoices:

${link}`,
  }),
  backupFailed: ({ when, reason, link }) => ({
    subject: 'The backup of Balcão failed',
    text: `The backup of ${when} was not completed. The reason, as the server recorded it:

${reason}

The server tries again every hour. Until then, only the earlier copies exist.

${link}`,
  }),
  backupCheckFailed: ({ when, reason, link }) => ({
    subject: 'The backup of Balcão could not be restored',
    text: `The backup was made, but the check of ${when}, which restores it into a temporary database, failed. The reason, as the server recorded it:

${reason}

The next backup is checked again. Until then, rely on the earlier copies.

${link}`,
  }),
}

const spanish: MailTexts = {
  newPassword: ({ name, company, link }) => ({
    subject: 'Su nueva contraseña de Balcão',
    text: `Hola, ${name}.

Alguien pidió una nueva contraseña para su cuenta en ${company}. Para elegirla, abra esta dirección. Vale por una hora y funciona una vez:

${link}

Si no fue usted, ignore este mensaje: la contraseña actual sigue valiendo.`,
  }),
  invitation: ({ name, company, link }) => ({
    subject: `Su acceso a Balcão de ${company}`,
    text: `Hola, ${name}.

Ya forma parte del equipo de ${company} en Balcão. Para elegir su contraseña y entrar, abra esta dirección. Vale por siete días y funciona una vez:

${link}

Si el plazo pasa, pida otra invitación al administrador.`,
  }),
  invoice: ({ company, detail, value, dueDate, link }) => ({
    subject: `Factura de Balcão: ${value}, vence el ${dueDate}`,
    text: `La factura de ${company} ya está disponible.

Plan: ${detail}
Valor: ${value}
Vencimiento: ${dueDate}

Para pagar, entre como administrador y abra las facturas:

${link}`,
  }),
  backupFailed: ({ when, reason, link }) => ({
    subject: 'La copia de seguridad de Balcão falló',
    text: `La copia de seguridad de ${when} no se completó. El motivo, como lo registró el servidor:

${reason}

El servidor lo intenta de nuevo cada hora. Mientras tanto, solo existen las copias anteriores.

${link}`,
  }),
  backupCheckFailed: ({ when, reason, link }) => ({
    subject: 'La copia de seguridad de Balcão no pudo restaurarse',
    text: `La copia se hizo, pero la verificación de ${when}, que la restaura en una base temporal, falló. El motivo, como lo registró el servidor:

${reason}

La próxima copia se verificará de nuevo. Hasta entonces, cuente con las copias anteriores.

${link}`,
  }),
}

export function mailTexts(language: string): MailTexts {
  return ([portuguese, english, spanish] as const)[languageIndex(language)]
}
