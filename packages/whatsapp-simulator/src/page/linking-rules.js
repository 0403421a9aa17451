/**
 * WhatsApp's possible demands while a number is being linked, and the expected screen of the product; each text in
 * Portuguese, English and Spanish. `rule` is its name in the control API, `on` its value while it is switched on.
 */
export const RULES = [
  {
    rule: 'refresh',
    on: 1,
    name: [
      'Pedir outro segredo após a leitura',
      'New secret after the scan',
      'Pedir otro secreto tras la lectura',
    ],
    shows: [
      'O Balcão desenha o código de novo e pede para ler mais uma vez; a segunda leitura vincula.',
      'Balcão draws the code again and asks for one more scan; the second scan links.',
      'Balcão dibuja el código de nuevo y pide leerlo una vez más; la segunda lectura vincula.',
    ],
  },
  {
    rule: 'passesRetired',
    on: true,
    name: ['Deixar passar o segredo antigo', 'Pass the retired secret on', 'Dejar pasar el secreto anterior'],
    shows: [
      'Só com a regra acima: se alguém lê o código antigo outra vez, o Balcão recusa o vínculo; o código novo ainda vincula.',
      'Only with the rule above: if somebody scans the old code again, Balcão refuses the link; the new code still links.',
      'Solo con la regla de arriba: si alguien lee otra vez el código anterior, Balcão rechaza el vínculo; el código nuevo todavía vincula.',
    ],
  },
  {
    rule: 'knownName',
    on: true,
    name: [
      'Letras só para navegador conhecido',
      'Letters for known browsers only',
      'Letras solo para navegador conocido',
    ],
    shows: [
      'O Balcão pede as 8 letras com o nome de um navegador conhecido, e elas aparecem.',
      'Balcão asks for the 8 letters under the name of a known browser, and they appear.',
      'Balcão pide las 8 letras con el nombre de un navegador conocido, y aparecen.',
    ],
  },
  {
    rule: 'zeroNonce',
    on: true,
    name: ['Letras só com nonce zero', 'Letters with a zero nonce only', 'Letras solo con nonce cero'],
    shows: [
      'As 8 letras aparecem como sempre.',
      'The 8 letters appear as ever.',
      'Las 8 letras aparecen como siempre.',
    ],
  },
  {
    rule: 'refuseLetters',
    on: 400,
    name: ['Recusar as letras (400)', 'Refuse letters (400)', 'Rechazar las letras (400)'],
    shows: [
      'O Balcão não mostra letras e diz na hora que o WhatsApp recusou o pedido; o código QR ainda vincula.',
      'Balcão shows no letters and says at once that WhatsApp refused the request; the QR code still links.',
      'Balcão no muestra letras y dice al instante que WhatsApp rechazó el pedido; el código QR todavía vincula.',
    ],
  },
  {
    rule: 'keylessRegistration',
    on: true,
    name: [
      'Mandar avisos sem chaves com as letras',
      'Send notices without keys beside the letters',
      'Mandar avisos sin claves junto a las letras',
    ],
    shows: [
      'O Balcão ignora os avisos, e as letras vinculam.',
      'Balcão ignores the notices, and the letters link.',
      'Balcão ignora los avisos, y las letras vinculan.',
    ],
  },
  {
    rule: 'repeatsNotices',
    on: true,
    name: ['Mandar cada aviso duas vezes', 'Send each notice twice', 'Mandar cada aviso dos veces'],
    shows: [
      'O Balcão confirma os dois e age uma vez só.',
      'Balcão acknowledges both and acts once.',
      'Balcão confirma los dos y actúa una sola vez.',
    ],
  },
  {
    rule: 'withdrawLetters',
    on: true,
    name: [
      'Cancelar as letras ao digitar',
      'Withdraw letters when they are typed',
      'Cancelar las letras al escribirlas',
    ],
    shows: [
      'O Balcão risca as letras, diz que não valem mais e oferece outras.',
      'Balcão strikes the letters out, says that they are no longer valid, and offers others.',
      'Balcão tacha las letras, dice que ya no valen y ofrece otras.',
    ],
  },
  {
    rule: 'acknowledgements',
    on: true,
    name: [
      'Exigir confirmação de cada aviso',
      'Demand an acknowledgement of each notice',
      'Exigir confirmación de cada aviso',
    ],
    shows: [
      'O Balcão confirma cada aviso e vincula; sem isso, a conexão cairia em 20 s.',
      'Balcão acknowledges each notice and links; else the connection would be cut within 20 s.',
      'Balcão confirma cada aviso y vincula; si no, la conexión se cortaría en 20 s.',
    ],
  },
  {
    rule: 'oldestVersion',
    on: 1_999_999_999,
    name: [
      'Exigir uma versão mais nova (405)',
      'Demand a newer version (405)',
      'Exigir una versión más nueva (405)',
    ],
    shows: [
      'Nenhum código aparece; a conexão diz que o WhatsApp recusou a versão, e o que fazer.',
      'No code appears; the connection says that WhatsApp refused the version, and what to do.',
      'No aparece ningún código; la conexión dice que WhatsApp rechazó la versión, y qué hacer.',
    ],
  },
  {
    rule: 'refusesOldAtScan',
    on: true,
    name: [
      'Recusar a versão só na leitura',
      'Refuse the version only at the scan',
      'Rechazar la versión solo al leer',
    ],
    shows: [
      'Só com a regra acima: os códigos aparecem e o celular não vincula; quando vencem, o Balcão diz o que verificar no celular.',
      'Only with the rule above: codes appear and the phone does not link; once they run out, Balcão says what to check on the phone.',
      'Solo con la regla de arriba: los códigos aparecen y el celular no vincula; cuando vencen, Balcão dice qué revisar en el celular.',
    ],
  },
  {
    rule: 'refuseRegistration',
    on: 400,
    name: [
      'Recusar o pedido de vínculo (400)',
      'Refuse the request to link (400)',
      'Rechazar el pedido de vínculo (400)',
    ],
    shows: [
      'Nenhum código aparece; a conexão diz que o WhatsApp não aceitou vincular agora, e não insiste.',
      'No code appears; the connection says that WhatsApp did not accept the link now, and does not insist.',
      'No aparece ningún código; la conexión dice que WhatsApp no aceptó vincular ahora, y no insiste.',
    ],
  },
  {
    rule: 'silentPhone',
    on: true,
    name: [
      'Celular some antes de concluir',
      'The phone goes off before the end',
      'El celular desaparece antes de terminar',
    ],
    shows: [
      'Depois das letras, o Balcão espera até 2 minutos e diz que o celular não concluiu; um QR lido só vence.',
      'After the letters Balcão waits up to 2 minutes and says that the phone did not finish; a scanned QR code only runs out.',
      'Después de las letras, Balcão espera hasta 2 minutos y dice que el celular no terminó; un QR leído solo vence.',
    ],
  },
  {
    rule: 'passkey',
    on: true,
    name: ['Pedir a chave de acesso', 'Ask for the passkey', 'Pedir la clave de acceso'],
    shows: [
      'O Balcão diz que o WhatsApp pediu a chave de acesso da conta, que não pode fazer esse passo, e quais são as saídas; nada é vinculado.',
      'Balcão says that WhatsApp asked for the account’s passkey, that it cannot do this step, and which ways out there are; nothing is linked.',
      'Balcão dice que WhatsApp pidió la clave de acceso de la cuenta, que no puede hacer ese paso y qué salidas hay; nada se vincula.',
    ],
  },
]

/** WhatsApp for most accounts in 2026: `usualRules` of the simulator. */
const USUAL = ['knownName', 'zeroNonce', 'acknowledgements']
/** The demands under which a link can succeed. */
const TOGETHER = [...USUAL, 'refresh', 'keylessRegistration']

export const usualRules = ruleValues(USUAL)
export const rulesTogether = ruleValues(TOGETHER)

/** One rule in the form of the control API. */
export function ruleValue({ rule, on }, isOn) {
  return { [rule]: isOn ? on : typeof on === 'number' ? 0 : false }
}

function ruleValues(names) {
  return Object.assign({}, ...RULES.map((one) => ruleValue(one, names.includes(one.rule))))
}
