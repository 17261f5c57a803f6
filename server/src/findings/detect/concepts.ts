/**
 * Topics of help pages in the languages of the product. `policy` topics hold for a whole company, `attribute` topics belong to the
 * product or place that a page is about, `general` ones do not identify a statement alone.
 */
type ConceptKind = 'policy' | 'attribute' | 'general'

/** Starts of words without accents; a word that ends with `=` counts as a whole only. */
const table: [string, ConceptKind, string][] = [
  [
    'referral',
    'policy',
    'refer= refers= referr friend= friends= empfehl empfohl freund freunde freundin parrain amigo= amigos= recomend amico= amici= vriend',
  ],
  ['person', 'general', 'people= person= persons= personen personne persona= personas= persone pessoa'],
  [
    'delivery',
    'policy',
    'deliver shipping shipment ship= ships= shipped= liefer geliefert versand zustell livraison livr envio envia entrega entreg consegn spedizion lever= levering levertijd geleverd bezorg verzend arrives= arrive= ankommt ankunft zugestellt',
  ],
  ['dispatch', 'policy', 'dispatch versendet verschick versandfertig expedie expedition despach verstuur'],
  [
    'return',
    'policy',
    'return ruckgab ruckgeb rucksend ruckversand ruckliefer rucknahm zuruckgeb zuruckschick zuruckgesch zurucksend retour widerruf renvoi renvoy devol devuel restitu reso= resi= terugstur terugzend herroep retract',
  ],
  ['exchange', 'policy', 'exchang umtausch echange cambio= cambios= ruil omruil troca= trocas='],
  [
    'refund',
    'policy',
    'refund reimburs erstatt ruckerstatt ruckzahl rembours reembols rimbors terugbeta moneyback',
  ],
  ['warranty', 'attribute', 'warrant guarante garant gewahrleist'],
  [
    'price',
    'general',
    'price pricing cost fee= fees= charge= charges= rate= rates= preis kost gebuhr entgelt prix tarif frais cout precio coste cuesta prezz costo= costi= costa= prijs preco custa= custo taxa= taxas= pris=',
  ],
  ['minimum', 'general', 'minim mindest minst= lowest'],
  ['maximum', 'general', 'maxim hochst limit= limits= grenze limite'],
  ['free', 'policy', 'free= gratis kostenlos kostenfrei versandkostenfrei portofrei gratuit gratuito'],
  [
    'trial',
    'policy',
    'trial testphase testzeitraum testversion probezeit probeabo probemonat essai prueba prova= proef avaliacao',
  ],
  [
    'cancel',
    'policy',
    'cancel kundig gekundig storn resili annul cancela disdett disdic opzeg terminat rescind',
  ],
  ['notice', 'general', 'notice= vorlauf preavis preaviso preavviso opzegtermijn'],
  ['invoice', 'policy', 'invoic rechnung factur fattur fatura bill= bills='],
  [
    'payment',
    'policy',
    'pay= pays= payment paying paid= payable zahl bezahl paie payer paiement pago= pagos= pagar pagam betal betaal due= fallig vencim scadenz vervald echeance overdue',
  ],
  ['reminder', 'policy', 'reminder= dunning mahn rappel= sollecit aanman'],
  [
    'support',
    'policy',
    'support helpdesk helpline hotline kundendienst kundenservice assistance assistenza soporte klantenservice suporte kundenbetreuung serviceteam',
  ],
  [
    'response',
    'policy',
    'respon reply replies answer= answers= antwort beantwort reponse repond respuest rispo antwoord respost',
  ],
  [
    'opening',
    'policy',
    'opens= opening openinghour offnungszeit geoffnet offnet ouvert ouvr horaire abiert abrimos abre= horario apert aperto orari openings geopend abert geschaftszeit sprechzeit burozeit',
  ],
  [
    'closing',
    'policy',
    'close= closes= closed= schliess geschloss ferme= fermee cerrad cierra chius gesloten fechad',
  ],
  ['cutoff', 'policy', 'cutoff bestellschluss annahmeschluss'],
  ['storage', 'attribute', 'storage speicher stockage almacen archiviazion opslag armazen'],
  ['upload', 'policy', 'upload hochlad hochgelad televers subir= caric uploaden'],
  ['file', 'general', 'file= files= datei fichier archivo= archivos= bestanden attachment anhang'],
  ['user', 'general', 'user= users= seat= seats= nutzer benutzer utilisateur usuari utent gebruiker'],
  ['deposit', 'policy', 'deposit kaution anzahlung caution= fianza cauzion waarborg borgsom caucao acompte'],
  ['discount', 'policy', 'discount rabatt nachlass skonto remise descuent scont korting descont reduc'],
  [
    'voucher',
    'policy',
    'voucher gutschein coupon giftcard cheques? buono= buoni= cadeaubon vale= vales= geschenkkart',
  ],
  ['loyalty', 'policy', 'loyalty bonus treue fidel'],
  ['repair', 'policy', 'repair reparat riparaz reparier herstel= conserto'],
  ['pickup', 'policy', 'pickup collect abhol retrait retirer recog ritir afhal afhaal levantam'],
  ['contract', 'general', 'contract vertrag laufzeit contrat abonnement subscription contratt looptijd'],
  ['renewal', 'policy', 'renew verlanger renouvel renov rinnov verleng'],
  ['password', 'policy', 'password passwort kennwort contrasen wachtwoord senha motdepasse'],
  ['backup', 'policy', 'backup sicherung sauvegarde respaldo copia= backups='],
  ['retention', 'policy', 'retain retention aufbewahr gespeichert conserv bewaar retenc'],
  ['deletion', 'policy', 'delete deleted deletion losch geloscht supprim elimin verwijder'],
  ['uptime', 'policy', 'uptime availability verfugbarkeit disponibilit disponibilid beschikbaarheid'],
  ['complaint', 'policy', 'complain complaint reklam beschwer reclam klacht'],
  [
    'parking',
    'policy',
    'parking parkplatz parken parkhaus stationnement aparcamiento parcheggi parkeer estacionamento',
  ],
  ['breakfast', 'policy', 'breakfast fruhstuck petitdejeuner desayuno colazione ontbijt'],
  ['checkin', 'policy', 'checkin anreise arrivee= llegada arrivo= aankomst'],
  ['checkout', 'policy', 'checkout abreise depart= salida partenza= vertrek'],
  ['booking', 'policy', 'book= booking reserv buchung gebucht buchen reserva prenota boek'],
  ['order', 'general', 'order bestell auftrag commande pedido ordin bestel encomend'],
  ['age', 'attribute', 'age= aged= alter= mindestalter edad eta= leeftijd idade'],
  ['weight', 'attribute', 'weigh gewicht wiegt poids pese= peso= pesa= weegt zuladung'],
  ['height', 'attribute', 'height hohe= hauteur altura altezza hoogte'],
  ['length', 'attribute', 'length lange= longueur longitud lunghezza lengte comprimento'],
  ['width', 'attribute', 'width breite= largeur anchura larghezza largura'],
  ['battery', 'attribute', 'batter akku bateria'],
  ['capacity', 'attribute', 'capacit kapazit capienza'],
  ['power', 'attribute', 'power leistung puissance potencia potenza vermogen'],
  [
    'installment',
    'policy',
    'installment instalment raten= ratenzahlung ratenkauf mensualit cuotas= rate= termijnen prestac',
  ],
  ['commission', 'policy', 'commission provision= comision commissie comissao'],
  ['tax', 'policy', 'tax= taxes= vat= mwst mehrwertsteuer umsatzsteuer tva= iva= btw='],
  ['customs', 'policy', 'customs zoll douan aduan dogan alfandeg'],
  ['surcharge', 'policy', 'surcharge zuschlag aufschlag supplement suplement toeslag'],
  ['setup', 'policy', 'setup einricht instalacion installazione'],
  ['training', 'policy', 'training schulung formation= formacion formazione'],
  ['guest', 'general', 'guest gast= gaste= invite= huesped ospit gasten'],
  [
    'pet',
    'policy',
    'pet= pets= dog= dogs= hund= hunde= haustier animaux chien mascota perro cane= cani= huisdier',
  ],
  ['api', 'policy', 'api= apis= webhook'],
  [
    'request',
    'general',
    'request call= calls= aufruf llamada= llamadas= appel= appels= chiamata= chiamate= anfrage requete solicitud richiest verzoek',
  ],
  ['session', 'policy', 'session sitzung sesion sessione sessie sessao'],
  [
    'location',
    'policy',
    'branch branches filiale standort succursale sucursal negozio= negozi= vestiging filial',
  ],
  ['employee', 'policy', 'employee staff= mitarbeit angestellt empleado dipendent medewerker funcionario'],
  ['insurance', 'policy', 'insur versicher assuran seguro= assicur verzeker'],
  ['damage', 'policy', 'damag schaden beschadigt dommage danos danni schade='],
  ['late', 'policy', 'late= verspat retard= tarde= ritardo'],
  ['membership', 'policy', 'membership mitglied adhesion membresia iscrizione lidmaatschap'],
]

type Concept = { id: string; kind: ConceptKind }
const whole = new Map<string, Concept>()
const prefixes = new Map<string, [string, Concept][]>()
const inner: [string, Concept][] = []
const minInnerLength = 5
for (const [id, kind, words] of table)
  for (const word of words.split(' ')) {
    const concept = { id: `#${id}`, kind }
    if (word.endsWith('=')) whole.set(word.slice(0, -1), concept)
    else {
      const key = word.slice(0, 3)
      prefixes.set(key, [...(prefixes.get(key) ?? []), [word, concept]])
      if (word.length >= minInnerLength) inner.push([word, concept])
    }
  }
for (const list of prefixes.values()) list.sort(([a], [b]) => b.length - a.length)

const cache = new Map<string, Concept[]>()
const maxCached = 50_000
const minCompoundLength = 10

/** The topics of a normalized word; a compound such as 'lieferkosten' has several. */
export function findConcepts(word: string): Concept[] {
  const cached = cache.get(word)
  if (cached) return cached
  const found = readConcepts(word)
  if (cache.size < maxCached) cache.set(word, found)
  return found
}

function readConcepts(word: string): Concept[] {
  const exact = whole.get(word)
  if (exact) return [exact]
  const first = prefixes.get(word.slice(0, 3))?.find(([start]) => word.startsWith(start))?.[1]
  const found = first ? [first] : []
  if (word.length < minCompoundLength || word.startsWith('ruck')) return found
  for (const [part, concept] of inner)
    if (word.indexOf(part, 3) >= 0 && !found.some(({ id }) => id === concept.id)) found.push(concept)
  return found
}
