/** Faults, and the expected screen of the product; each text in Portuguese, English and Spanish. */
export const TROUBLES = [
  {
    name: ['Soltar a conexão', 'Drop the connection', 'Soltar la conexión'],
    fault: { kind: 'drop' },
    shows: [
      'A conexão pisca e volta sozinha em segundos; nada se perde.',
      'The connection blinks and comes back by itself in seconds; nothing is lost.',
      'La conexión parpadea y vuelve sola en segundos; nada se pierde.',
    ],
  },
  {
    name: ['Ficar sem rede por 30 s', 'No network for 30 s', 'Sin red por 30 s'],
    fault: { kind: 'offline', milliseconds: 30_000 },
    shows: [
      'O Balcão avisa que o número caiu, tenta de novo e, na volta, entrega tudo em ordem.',
      'Balcão says that the number is down, tries again, and once back delivers everything in order.',
      'Balcão avisa que el número cayó, reintenta y, al volver, entrega todo en orden.',
    ],
  },
  {
    name: ['Reinício pedido (515)', 'Restart asked for (515)', 'Reinicio pedido (515)'],
    fault: { kind: 'restart' },
    shows: [
      'Reconecta na hora; quase não se nota.',
      'It reconnects at once; hardly noticed.',
      'Reconecta al instante; casi no se nota.',
    ],
  },
  {
    name: ['Aberto em outro lugar (440)', 'Open elsewhere (440)', 'Abierto en otro lugar (440)'],
    fault: { kind: 'replace' },
    shows: [
      'A conexão para, diz que outro programa tomou o lugar e oferece “tentar de novo”; não há briga.',
      'The connection stops, says that another program took its place, and offers “try again”; there is no fight.',
      'La conexión se detiene, dice que otro programa tomó su lugar y ofrece “intentar de nuevo”; no hay pelea.',
    ],
  },
  {
    name: [
      'Disputa sem fim (440 a cada entrada)',
      'Endless dispute (440 at each login)',
      'Disputa sin fin (440 en cada entrada)',
    ],
    fault: { kind: 'replaceLogins', times: 20 },
    shows: [
      'Cada nova tentativa cai outra vez; o Balcão nunca insiste sozinho sem fim.',
      'Each new attempt falls again; Balcão never insists by itself without end.',
      'Cada nuevo intento cae otra vez; Balcão nunca insiste solo sin fin.',
    ],
  },
  {
    name: ['Desvincular no celular (401)', 'Unlink on the phone (401)', 'Desvincular en el celular (401)'],
    fault: { kind: 'unlink' },
    shows: [
      'A conexão fica desconectada e pede um código QR novo; as conversas ficam.',
      'The connection is off and asks for a new QR code; the conversations stay.',
      'La conexión queda desconectada y pide un código QR nuevo; las conversaciones se quedan.',
    ],
  },
  {
    name: ['Entrada proibida (403)', 'Login forbidden (403)', 'Entrada prohibida (403)'],
    fault: { kind: 'refuseLogin', reason: 403, times: 1 },
    after: { kind: 'drop' },
    shows: [
      'A conexão diz que o WhatsApp bloqueou o número e não insiste.',
      'The connection says that WhatsApp blocked the number, and does not insist.',
      'La conexión dice que WhatsApp bloqueó el número y no insiste.',
    ],
  },
  {
    name: ['Versão recusada (405)', 'Version refused (405)', 'Versión rechazada (405)'],
    fault: { kind: 'refuseLogin', reason: 405, times: 1 },
    after: { kind: 'drop' },
    shows: [
      'A conexão diz que o WhatsApp exige outra versão, e o que fazer.',
      'The connection says that WhatsApp wants another version, and what to do.',
      'La conexión dice que WhatsApp exige otra versión, y qué hacer.',
    ],
  },
  {
    name: ['Entrada recusada (428)', 'Login refused (428)', 'Entrada rechazada (428)'],
    fault: { kind: 'refuseLogin', reason: 428, times: 1 },
    after: { kind: 'drop' },
    shows: [
      'A conexão para, guarda o vínculo e diz que o WhatsApp recusa a entrada; “tentar novamente” volta sem código novo.',
      'The connection stops, keeps the link, and says that WhatsApp refuses the login; “try again” comes back without a new code.',
      'La conexión se detiene, guarda el vínculo y dice que WhatsApp rechaza la entrada; “intentar de nuevo” vuelve sin código nuevo.',
    ],
  },
  {
    name: ['Pedir confirmação de identidade', 'Ask for an identity check', 'Pedir confirmación de identidad'],
    fault: { kind: 'challenge', check: 'PASSKEY' },
    shows: [
      'A conexão continua no ar e avisa que o WhatsApp pede que o dono do número confirme quem é.',
      'The connection stays up and warns that WhatsApp asks the number’s owner to confirm who they are.',
      'La conexión sigue en línea y avisa que WhatsApp pide que el dueño del número confirme quién es.',
    ],
  },
  {
    name: [
      'Recusar o próximo envio (463)',
      'Refuse the next message (463)',
      'Rechazar el próximo envío (463)',
    ],
    fault: { kind: 'refuseNext', code: 463 },
    shows: [
      'A próxima resposta do atendente fica marcada como não enviada, com o motivo.',
      'The attendant’s next answer is marked as not sent, with the reason.',
      'La próxima respuesta del agente queda marcada como no enviada, con el motivo.',
    ],
  },
  {
    name: [
      'Pedir calma no próximo envio (429)',
      'Too many messages, at the next one (429)',
      'Pedir calma en el próximo envío (429)',
    ],
    fault: { kind: 'refuseNext', code: 429 },
    shows: [
      'A próxima resposta fica marcada como não enviada; as campanhas do número pausam.',
      'The next answer is marked as not sent; the number’s campaigns pause.',
      'La próxima respuesta queda marcada como no enviada; las campañas del número se pausan.',
    ],
  },
  {
    name: ['Ir devagar: 5 s por entrega', 'Slow: 5 s for each delivery', 'Ir lento: 5 s por entrega'],
    fault: { kind: 'slow', milliseconds: 5000 },
    shows: [
      'As mensagens chegam com atraso, mas em ordem; o relógio vira tique mais tarde.',
      'Messages arrive late but in order; the clock turns into a tick later.',
      'Los mensajes llegan tarde pero en orden; el reloj se vuelve tilde después.',
    ],
  },
  {
    name: ['Voltar à velocidade normal', 'Back to normal speed', 'Volver a la velocidad normal'],
    fault: { kind: 'slow', milliseconds: 0 },
    shows: [
      'Tudo volta a chegar na hora.',
      'Everything arrives at once again.',
      'Todo vuelve a llegar al instante.',
    ],
  },
  {
    name: [
      'Sumir com o próximo arquivo (404)',
      'Lose the next file (404)',
      'Perder el próximo archivo (404)',
    ],
    fault: { kind: 'loseMedia', status: 404 },
    shows: [
      'O Balcão pede o arquivo de novo ao celular do cliente e ele aparece.',
      'Balcão asks the customer’s phone for the file again, and it appears.',
      'Balcão pide el archivo otra vez al celular del cliente y aparece.',
    ],
  },
  {
    name: ['Arquivo perdido de vez (410)', 'A file lost for good (410)', 'Archivo perdido del todo (410)'],
    fault: { kind: 'loseMedia', status: 410, phoneHasIt: false },
    shows: [
      'A mensagem aparece sem o arquivo, com “tentar de novo”; a conversa segue.',
      'The message appears without its file, with “try again”; the conversation goes on.',
      'El mensaje aparece sin el archivo, con “intentar de nuevo”; la conversación sigue.',
    ],
  },
  {
    name: ['Embaralhar a próxima mensagem', 'Garble the next message', 'Corromper el próximo mensaje'],
    fault: { kind: 'spoilNext' },
    shows: [
      'O Balcão pede que o cliente mande outra vez; ela aparece uma vez só.',
      'Balcão asks for it again; it appears once only.',
      'Balcão la pide otra vez; aparece una sola vez.',
    ],
  },
  {
    name: ['Entregar a próxima duas vezes', 'Deliver the next one twice', 'Entregar el próximo dos veces'],
    fault: { kind: 'repeatNext' },
    shows: ['Aparece uma vez só.', 'It appears once only.', 'Aparece una sola vez.'],
  },
  {
    name: [
      'Trocar a ordem das próximas duas',
      'Swap the next two messages',
      'Cambiar el orden de las próximas dos',
    ],
    fault: { kind: 'swapNext' },
    shows: [
      'A segunda chega antes da primeira; as duas aparecem, uma vez cada.',
      'The second arrives before the first; both appear, once each.',
      'La segunda llega antes que la primera; aparecen las dos, una vez cada una.',
    ],
  },
  {
    name: ['Relógio um dia adiantado', 'A clock one day ahead', 'Reloj un día adelantado'],
    fault: { kind: 'skew', milliseconds: 86_400_000 },
    shows: [
      'As mensagens ficam na hora em que chegam: nada vem do futuro.',
      'Messages stand at the time when they arrive: nothing comes from the future.',
      'Los mensajes quedan a la hora en que llegan: nada viene del futuro.',
    ],
  },
  {
    name: ['Acertar o relógio', 'Set the clock right', 'Poner el reloj en hora'],
    fault: { kind: 'skew', milliseconds: 0 },
    shows: [
      'As horas voltam a ser as de agora.',
      'Times are those of now again.',
      'Las horas vuelven a ser las de ahora.',
    ],
  },
  {
    name: ['Perder a próxima confirmação', 'Lose the next acknowledgement', 'Perder la próxima confirmación'],
    fault: { kind: 'loseAcks' },
    shows: [
      'A resposta fica no relógio, é reenviada com o mesmo número e o cliente a vê uma vez.',
      'The answer stays on its clock, is sent again under the same id, and the customer sees it once.',
      'La respuesta queda en el reloj, se reenvía con el mismo número y el cliente la ve una vez.',
    ],
  },
  {
    name: ['Código QR vencido', 'QR code run out', 'Código QR vencido'],
    expires: true,
    shows: [
      'A tela do código diz que ele venceu e oferece outro.',
      'The screen of the code says that it ran out and offers another.',
      'La pantalla del código dice que venció y ofrece otro.',
    ],
  },
]
