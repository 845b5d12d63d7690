"""The 2,048 words in which a table's fingerprint is shown and read aloud.

Eleven bits a word. All are plain lower-case English of three to eight letters, no two share their first four letters,
and no word is a prefix of another. The list is part of the protocol: an index never changes its word.
"""

from typing import Final

from rummynet_protocol.fairness.hashing import H

WORDS: Final = tuple(
    """
able aboard about above absent absorb accent acorn acre across action actor adapt address adept adjust admiral adopt
advance advice afford after again agenda agile agree ahead aim airport alarm album alder alert algebra alive almond
alone alpha already also always amaze amber amount ample amuse anchor ancient angle animal ankle annual answer antenna
anvil apart apple apricot apron aquatic arcade arch arctic area arena argue arm aroma around arrange arrow article
ascend ashore ask aspen asset assist atlas atom attic attract auction august aurora author autumn avenue average avocado
avoid awake award away awkward axis azure baby backpack bacon badge bagel bagpipe bake balance balcony bamboo banana
banjo bank banner barber barge barley barn barrel baseball basil basket bath battery bay beach bead beak beam bean
beauty become bedroom beetle before began begin behave behind bell belong belt bench bend benefit beside best between
beyond bicycle big bike billion binary bind birch bird biscuit bison black blanket blaze blend blink blizzard block
bloom blossom blouse blur boat bobcat body bolt bonfire bonus book boost borrow botany bottle bounce bowl box boy
bracket brain branch brass brave breeze brick bridge brief bright bring brisk broad broccoli broken bronze brook brother
brown brush bubble bucket buddy budget buffalo bugle build bulb bumper bunch bundle bunny burger bush busy butter buzz
cabbage cabin cable cactus cafe cake calcium calendar calf calico calm camel camp canal candle canoe canvas canyon cape
captain caramel carbon card carefree cargo carnival carpet carton carve cascade cashew castle casual catalog catch
cattle caution cave cedar celery cello cement center ceramic certain chain chalk champion change chapter charm chase
check cheese chef cherry chess chicken chief child chimney chin chip choice chorus chrome chunk cider cinema cinnamon
circle citizen citrus city civil claim clam clap clarinet classic clay clean clerk clever cliff climb clinic clip clock
cloud clover clown club clue clump cluster coach coast coat cobalt cobra cocoa code coffee coil coin cold collar colony
column comb comet comfort comic common compass concert condor cone confetti connect consider contest cook cool copper
cork corner cosmic cottage couch cougar count couple cousin cover coyote cozy crab cradle craft crane crater crayon
crazy cream credit crew cricket crimson crisp critic crocus crop cross crow crumb crystal cube cuckoo cuddle culture cup
curious curl curtain curve cushion custom cut cycle cylinder cypress dad dahlia daily dairy daisy damp dance dapper
daring dart dash data daughter dawn daylight dazzle deal debate december decide deck decline deep defend degree delay
deliver delta demand denim dense dentist depart depend depth deputy design desk detail develop device devote dial
diamond diary dice diesel differ digit dill dime dinner dinosaur diploma direct dish distance ditch diver divide dizzy
doctor document dog doll dolphin domain dome domino donate donkey donor door double doughnut dove down dozen dragon
drama drawer dream dress drift drill drive drop drum dry duck duet dumpling dune during dusk dust duty dwell dynamo each
eager eagle early earth ease east easy echo eclipse ecology economy edge edit educate effect effort egg eight either
elastic elbow elder elect elegant element elephant elevator elk elm else embark ember emblem embrace emerald empire
employ empty enable enamel encore endless energy engage engine enigma enjoy enormous enough enrich ensure enter entire
entry envelope envoy epic episode equal equip erase errand escape essay estate eternal even ever evidence evolve exact
example excite excuse exercise exhale exist exit exotic expand expect explain expose express extend extra eyebrow fable
fabric face fact faculty fade fairy falcon fall fame family famous fancy fantasy farm fashion fast father faucet favor
feast feather february fedora feed feel fellow fence fennel fern ferry festival fetch fiber fiction fiddle field fifteen
figure file film filter final finch finger finish fire firm first fish fit five fix flag flame flannel flash flat flavor
fleece flex flight flint flip float flock floor florist flourish flow fluent fluffy fluid flute fly foam focus fog foil
fold folk follow fond food foot force forest forget fork format fortune forum forward fossil foster found fox fragile
frame freckle free fresh fridge friend fringe frog front frost frown frozen fruit fudge fuel full funnel furnace furry
fusion future fuzzy gadget galaxy gallery game gander gap garage garden gargle garlic garment gather gazelle gear gecko
gem general genius gentle genuine geyser giant gift giggle ginger giraffe girl give glacier glad glance glass gleam
glide glimpse glitter globe glory glove glow glue goal goat goblet goggles gold golf gondola good goose gopher govern
gown grab grace grain grammar grand grape grass gravity gray green grid griffin grill grin grocery group grove grow
guard guava guess guide guitar gulf gull gum gusto gym habit haiku hairpin half halo hammer hamster hand hanger happy
harbor hard harmony harp harvest hatch haven hawk hazel head health heart heat heavy hedge height helium helmet help
herald herb hero hexagon hickory hidden high hike hill hint hippo history hobby hockey hold holiday hollow home honest
hood hoof hook hope horizon horn hose host hotel hound house hover huddle hug human humble hummus humor hundred hurry
husky hybrid hydrant ice icicle icing icon idea identify igloo ignite iguana image immense impact import improve inch
include index indigo indoor infant infinite inform inhale initial ink inner input inquire insect inside inspire install
intact into invent invite iris iron island issue item itself ivory ivy jacket jade jaguar january jargon jasmine java
jazz jeans jeep jelly jersey jewel jiffy jigsaw jingle job jockey jog join joke jolly journal joy jubilee judge judo
juggle juice july jumbo jump june jungle junior jury just kale kangaroo karate kayak keen keep kelp kennel kettle
keyboard kick kid kiln kilo kimono kind kingdom kiosk kitchen kite kitten kiwi knee knife knock koala kudos label labor
lace ladder ladybug lagoon lake lamb lamp land language lantern lapel laptop large lark lasagna laser lasso last latch
later laugh launch laurel lava lavender lawn lawyer layer leader leaf league learn leather lecture ledge left legal
legend lemon lend length lens leopard letter level liberty library lid lift light like lilac lily limb lime limit line
linger link lion liquid list liter little live lizard llama loaf lobby lobster local locker lodge lofty logic long look
loop lotion lotus loud lounge love low loyal lucky luggage lumber lunar lunch lung lush luxury lyric macaroni machine
magic magnet magpie mahogany mailbox major make mallard mammal manage mandolin mango manner mansion manual maple marble
march margin marine market maroon marsh mask mason master match math matrix matter maximum may meadow meal meander
measure medium medley melody melt member memory mention menu merchant merit mermaid merry mesh message meteor method
metro midday midnight mild mile milk mill mimic mineral mingle minimum minnow mint minute miracle mirror mitten mix
mobile modern module molar molecule moment monday money monitor monkey month monument moon moral mosaic moss motel
mother motion motor mountain mouse mouth move movie muffin mug multiple mural museum mushroom music mutual muzzle myself
mystery myth nail name napkin narrow narwhal nation nature navy near neat nebula neck nectar needle neighbor neither
nephew neptune nerve nest network neutral never news next nice nickel niece nimble nine noble noise nomad noodle noon
normal north notable notch note nothing notice november now nozzle nugget number nurse nutmeg nylon oak oasis oat object
oblong oboe observe obtain ocean ocelot octagon october odd offer office often oil okay okra old olive olympic omelet
once onion only onward onyx opal open opera opinion oppose option oracle orange orbit orchard order ordinary oregano
orient origin oriole ostrich other otter outdoor outer outside oval oven over owl owner oxen oxygen oyster ozone pace
pack paddle padlock page pagoda paint pajamas palace palm pancake panda panel panorama panther papaya paper parade
parcel pardon parent park parrot parsley party passage pasta patch path patient pattern pave payment peach peanut pearl
pebble pecan pelican pencil penguin pepper perch perfect perhaps period permit person petal pewter phone photo phrase
physics piano pick picnic picture pigeon piglet pillow pilot pinch pine pink pioneer pipe pitch pixel pizza planet
plaster play plaza please plenty plow pluck plug plus pocket podcast podium poem poet point polar polish pollen polo
pond pony poodle pool popcorn poplar poppy popular porch porridge portrait position possible postcard potato pottery
pouch pound powder power practice prairie prefer prepare present pretty prevent pride primary print prism private prize
problem produce program project promise proof protect proud provide prune public pudding puffin pull pulse puma pumpkin
pupil puppet purchase pure purple purse push puzzle pyramid python quail quality quarter queen quest quick quiet quill
quinoa quit quiver quiz rabbit raccoon race rack radar radio raft rail raisin rally ranch random range rapid rare raven
ravine razor reach ready reason recall receive recipe record recycle reduce reef refer reflect refresh region regular
relax relief rely remain remember remind remote render rent repair repeat reply report require rescue resist resort
respect result retire return reveal review reward rhyme ribbon rice rich riddle ride ridge rigid rinse ripple rise
ritual rival river roast robin robot robust rocket rodeo romance roof rookie room rooster rope rotate round rover royal
rubber ruby rudder rugby rule rumble runway rural rush russet rustic saddle safari safe saffron saga sailor salad salmon
salon salt salute same sample sand sardine satchel satin saturn sauna sausage savanna save scale scarf school science
scissors scoop score scout screen script scrub sculptor season seat second secret section security sedan seed segment
select self senior sense sentence sequel series serve session settle seven shadow shallow shape share sheep shelf
sheriff shield shift shine ship shirt shop shore shoulder show shrimp shrug shuffle shuttle shy sibling side sierra sift
signal silent silk silver similar simple since sing siren sister sixty size skate sketch skill skin skip skirt sky slab
slate sled sleep slice slide slim slipper slogan slope slow small smart smile smooth snack snail snake snap sneaker snow
soap soccer social sock soda sofa soft soil solar solid solo solve someone song sonnet soon soprano sorbet sort sound
soup south soy space spaniel spark speak special speed spell spend sphere spice spider spinach spiral splash split
sponge spoon sport spot spray spring sprout spruce square squid stable stadium staff stage stamp stand star state stay
steady stem step stereo stew stick still stir stock stomach stone stop store stove strategy street strike strong studio
stuff style submit subway success such sudden sugar suggest summer supper sure surface surprise survey sushi swallow
swan swap swift swim swing switch syrup system table tackle taco tadpole tag tailor take talent talk tall tandem tangle
tank tape target task taste tavern taxi teach teapot teaspoon teddy teen teeth tell tempo tenant tennis tent term
terrace test text thank theater theme theory thermos thick thimble thin thirty this thorn thousand thread thrive throw
thrush thumb thunder thursday ticket tidy tiger tile timber tiny tip tissue title toast today toddler together token
tomato tone tongue tonight tool tooth topaz topic torch tornado tortoise total toucan tour toward towel town toy track
trade traffic trail transit trapeze travel tray treasure tree trend trial trick trim trio trip trolley trophy trousers
truck true trumpet trunk trust truth try tube tuesday tugboat tulip tumble tuna tundra tunnel turkey turn turtle tutor
twelve twenty twice twig twilight twin twist type typical umbrella umpire unable uncle under unicorn uniform union
unique unit universe until unusual unveil upbeat update upgrade uphill upon upper upright upstairs upward urban urgent
useful usual utility utmost vacation vacuum valid valley value valve vanilla vapor variety vase vast vault velvet
venture venus verb verdict verify version very vessel veteran viaduct vibrant victory video view village vine vintage
vinyl viola virtue visit vista visual vital vivid vocal voice volcano volley volume vote vowel voyage waffle wagon wake
walk wall walnut walrus waltz wander want ward warm wash wasp watch water wealth weasel weave web wedding weekend
welcome well west wharf wheat when whisper white wicker wide widget width wild willow wind wing winner winter wire
wisdom wise wish witness wizard wolf wombat wonder wool word work worry worth wreath wren wrestle wrist yak yam yard
yarn year yeast yellow yes yeti yield yodel yoga yogurt young yourself youth yummy zebra zenith zephyr zero zest zigzag
zinc zipper zither zodiac zone zoom zucchini
""".split()
)
"""By index, in alphabetical order."""

# 66 bits cannot be searched for: the host is bound before it sees the nonces, and has to hit the words of a table
# that already runs (FAIRNESS.md, "The ceremony", step 2).
BITS: Final = 11
COUNT: Final = 6


def fingerprint(session: bytes) -> tuple[str, ...]:
    """The six words of a session: the first 66 bits of its fingerprint hash, eleven a word, the first bits first."""
    bits = int.from_bytes(H("fingerprint", session), "big") >> 256 - COUNT * BITS
    return tuple(WORDS[bits >> BITS * (COUNT - 1 - place) & len(WORDS) - 1] for place in range(COUNT))
