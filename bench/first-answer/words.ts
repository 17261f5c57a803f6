/** Words of the generated help pages. Each list is one string, so that it can be read and extended easily. */
const list = (words: string) => words.trim().split(/\s+/)

export const products = list(`
  kayak tent stove drill kettle lamp router printer scanner blender toaster heater fridge freezer dryer vacuum mower
  chainsaw trimmer grill bicycle scooter stroller suitcase backpack jacket helmet camera tripod telescope projector
  speaker headset keyboard monitor tablet watch thermostat doorbell humidifier`)

export const components = list(`
  filter hinge battery lid pump strap valve nozzle gasket handle zipper lens fan belt blade tray drawer knob switch
  socket cable charger display sensor antenna speaker microphone bracket screw spring axle wheel tire brake chain
  pedal saddle frame fork hook buckle rope anchor mast rudder paddle cushion cover sleeve pouch liner shell hood
  visor gauge dial timer thermometer compressor condenser burner grate chimney lighter regulator hose tube funnel
  tank reservoir cartridge cylinder piston bearing bushing clamp magnet coil fuse relay motor gearbox clutch lever
  pulley spindle chuck collet vise anvil brush roller squeegee mop bag canister hopper auger chute deflector
  baffle damper vent louver shutter diaphragm shaft rotor stator impeller manifold flange coupling adapter
  connector terminal capacitor resistor inverter transformer dongle remote cradle stand tripod clip latch bolt
  washer rivet grommet ferrule eyelet toggle drawstring webbing padding insulation membrane coating decal label`)

/** The infinitive, its form in a heading, and its past participle. */
export const actions = `
  clean/cleaning/cleaned replace/replacing/replaced store/storing/stored charge/charging/charged
  reset/resetting/reset tighten/tightening/tightened lubricate/lubricating/lubricated inspect/inspecting/inspected
  calibrate/calibrating/calibrated assemble/assembling/assembled dismantle/dismantling/dismantled
  drain/draining/drained rinse/rinsing/rinsed dry/drying/dried polish/polishing/polished align/aligning/aligned
  sharpen/sharpening/sharpened inflate/inflating/inflated patch/patching/patched glue/gluing/glued
  solder/soldering/soldered sand/sanding/sanded paint/painting/painted wax/waxing/waxed fold/folding/folded
  unlock/unlocking/unlocked pair/pairing/paired reboot/rebooting/rebooted defrost/defrosting/defrosted
  descale/descaling/descaled sterilize/sterilizing/sterilized insulate/insulating/insulated
  transport/transporting/transported recycle/recycling/recycled upgrade/upgrading/upgraded
  shorten/shortening/shortened lengthen/lengthening/lengthened waterproof/waterproofing/waterproofed`
  .trim()
  .split(/\s+/)
  .map((forms) => {
    const [infinitive = '', gerund = '', participle = ''] = forms.split('/')
    return { infinitive, gerund, participle }
  })

export const materials = list(`
  steel aluminum brass copper nylon leather canvas rubber silicone ceramic glass bamboo oak plywood carbon titanium
  polyester cotton wool felt cork foam acrylic vinyl graphite enamel`)

export const tools = list(`
  screwdriver wrench pliers hammer tweezers sponge cloth toothbrush syringe ruler spatula scissors hacksaw
  multimeter flashlight bucket towel clamp mallet file chisel crowbar ladder`)

export const fluids = list(`
  vinegar alcohol water oil grease soap detergent solvent varnish primer resin paraffin lemonade bleach ammonia
  glycerin turpentine coolant`)

export const places = list(`
  garage cellar attic workshop balcony kitchen bathroom garden shed hallway closet basement terrace driveway
  warehouse pantry laundry porch`)

export const adverbs = list(`
  gently firmly evenly crosswise clockwise diagonally slowly thoroughly sparingly loosely tightly upright sideways
  vertically horizontally lengthwise`)

/** Subjects that no page has. */
export const missingSubjects = `
  a discount for students|gift cards|a loyalty program|vacancies in your company|an interview with your founder
  your opening hours on Saturdays|a parking space for buses|a wedding present|a donation for our school
  a catalog in Braille|cryptocurrency payments|an invoice for last March|customs duties to Norway
  delivery to a post office box|the bus to your showroom|a guided factory tour|your newsletter|an affiliate contract
  a wholesale agreement|leasing for a hospital|a subscription for two households|your privacy officer
  a press photograph|a sponsorship for our choir|a birthday voucher|an export certificate|your bank account number
  the password of my account|a lost parcel|a courier on Sundays`
  .split(/[|\n]/)
  .map((subject) => subject.trim())
  .filter(Boolean)

/** Words of topics that no page is about. */
export const unrelatedWords = list(`
  volcano mortgage ballet passport dentist orchestra parliament penguin astronomy chess marathon lullaby sonnet
  vaccine lottery embassy glacier origami saxophone theology dinosaur monsoon trigonometry pharaoh kindergarten
  horoscope plumber novel cathedral wolf`)
