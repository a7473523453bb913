"""Whatever is handed over, no action is played that was not given: mutated inputs of every kind."""

import operator

import numpy as np
import pytest
from conftest import random_positions
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as st_np

import salta
import salta.gym
import salta.pettingzoo

# The same inputs in every run.
settings.register_profile(
    "salta", deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("salta")

GAMES = 3
REFUSALS = (ValueError, TypeError)

DTYPES = st.one_of(
    st_np.integer_dtypes(endianness="?"),
    st_np.unsigned_integer_dtypes(endianness="?"),
    st_np.floating_dtypes(endianness="?"),
    st_np.boolean_dtypes(),
    st_np.complex_number_dtypes(),
    st.just(np.dtype(object)),
    st.just(np.dtype("U8")),
    st.just(np.dtype("m8[s]")),
)
SCALARS = st.one_of(
    st.integers(-3, 205),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.booleans(),
    st.none(),
    st.text(max_size=3),
    st.integers(0, 200).map(np.uint16),
    st.integers(0, 200).map(np.array),
    st.integers(0, 200).map(lambda action: np.array([action])),
    st.floats(0, 200).map(np.float32),
)


def reversed_twice(array):
    return array[::-1].copy()[::-1]


def unaligned(array):
    room = np.zeros(array.nbytes + 1, np.uint8)
    view = room[1:].view(array.dtype) if array.dtype.kind in "iuf" else array
    view[:] = array
    return view


VIEWS = st.sampled_from(
    [
        lambda array: array,
        list,
        tuple,
        reversed_twice,
        unaligned,
        lambda array: array[:-1],
        lambda array: array[:, None],
        lambda array: array[0],
        lambda array: np.ma.masked_array(array, mask=[False] * (len(array) - 1) + [True]),
        lambda array: np.broadcast_to(array[:1], len(array)),
    ]
)
OFFSETS = st.sampled_from([0, 0, 0, 0.5, 0.9, -1, 256, 2**15, 2**16, 2**32, np.nan, np.inf])


@st.composite
def mutations(draw, legal):
    """Legal actions, put into another type, changed in one game, and seen through another view."""
    values = np.array(legal, np.float64)
    values[draw(st.integers(0, GAMES - 1))] += draw(OFFSETS)
    with np.errstate(invalid="ignore"):
        return draw(VIEWS)(values.astype(draw(DTYPES)))


@given(data=st.data())
def test_batches_play_what_was_given_or_nothing(data):
    env = salta.BatchEnv(salta.Variant("walker"), GAMES, seed=data.draw(st.integers(0, 9)), max_plies=40)
    env.play_random(data.draw(st.integers(0, 60)))
    before = [env.position(game) for game in range(GAMES)]
    actions = data.draw(mutations([position.legal_actions()[-1] for position in before]))
    try:
        env.step(actions)
    except REFUSALS:
        assert [env.position(game) for game in range(GAMES)] == before
        return
    actions = np.asarray(actions)
    assert actions.dtype.kind in "iu" and actions.shape == (GAMES,)
    after = [position.apply(int(action)) for position, action in zip(before, actions, strict=True)]
    finals = dict(zip(env.final_games().tolist(), env.final_positions(), strict=True))
    assert [finals.get(game, env.position(game)) for game in range(GAMES)] == after


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ([9, 9, 65536 + 9], "action 65545 is not legal in game 2; actions are 0 to 200"),
        ([9, -1, 9], "action -1 is not legal in game 1"),
        ([9, 0.9, 9], "integers, not float64: 0.9 in game 1"),
        ([9, 9, float("nan")], "integers, not float64: nan in game 2"),
        ([9.0, 9.0, 9.0], "integers, not float64: 9.0 in game 0"),
        ([True, False, True], "integers, not bool: True in game 0"),
        ([9, True, 9], "integers, not bool: True in game 1"),
        ((9, 9, np.True_), "integers, not bool: True in game 2"),
        ([9, 2**70, 9], f"integers, not object: {2**70} in game 1"),
        (np.array([9, True, 9], object), "integers, not object: True in game 1"),
        ([9, 9], "2 actions for 3 games"),
        ([[9], [9], [9]], r"shape \[3, 1\]; expected \[3\]"),
        (np.ma.masked_array([9, 9, 9], mask=[0, 0, 1]), r"element \[2\] of a masked array has no value"),
    ],
)
def test_refusals_name_the_game_and_the_value(actions, said):
    env = salta.BatchEnv(salta.Variant("buettgenbach-1899"), GAMES)
    with pytest.raises(salta.SaltaError, match=said):
        env.step(actions)
    assert env.position(0) == env.variant.start()


@given(action=SCALARS, position=st.sampled_from(random_positions(salta.Variant("walker"), 40)))
def test_single_games_play_what_was_given_or_nothing(action, position):
    one, two = salta.gym.SaltaEnv("walker"), salta.pettingzoo.env(variant="walker")
    one.reset(options={"position": position})
    two.reset(options={"position": position})
    for play, after in [
        (position.apply, None),
        (one.step, lambda: one.position),
        (two.step, lambda: two.position),
    ]:
        try:
            found = play(action)
        except REFUSALS:
            assert after is None or after() == position
        else:
            assert not isinstance(action, bool)
            assert (after() if after else found) == position.apply(operator.index(action))


NUMBERS = st.sampled_from([0, 1, -1, 1.0001, 7, -7, np.nan, np.inf, -np.inf, 1e300])


@given(data=st.data())
def test_searches_use_sound_evaluations_or_none(data):
    positions = [salta.Variant("checkerboard").start()] * GAMES
    given_values = []

    def evaluator(observation, mask):
        logits, values = np.zeros(mask.shape), np.zeros(len(mask))
        logits[0, np.flatnonzero(mask[0])[0]] = data.draw(NUMBERS)
        values[-1] = data.draw(NUMBERS)
        dtypes = data.draw(DTYPES), data.draw(DTYPES)
        with np.errstate(invalid="ignore", over="ignore"):
            found = logits.astype(dtypes[0]), values.astype(dtypes[1])
        given_values.append(found)
        return found

    try:
        reports = salta.search(positions, evaluator, simulations=2)
    except REFUSALS:
        return
    for logits, values in given_values:
        assert logits.dtype.kind == values.dtype.kind == "f"
        assert (abs(values.astype(float)) <= 1.001).all() and np.isfinite(logits[0].astype(np.float32)).all()
    assert all(abs(report["value"]) <= 1.001 for report in reports)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda logits, values: (logits, values + 7), "leaf 0: the value is 7; values are from -1 to 1"),
        (lambda logits, values: (logits, values * np.nan), "leaf 0: the value is NaN"),
        (lambda logits, values: (logits, values - np.inf), "leaf 0: the value is -inf"),
        (lambda logits, values: (logits + np.inf, values), "the logit of the legal action .* is inf"),
        (lambda logits, values: (logits, values[:, None]), r"expected values \[2\], not \[2, 1\]"),
        (lambda logits, values: (logits[:, :200], values), r"expected logits \[2, 201\], not \[2, 200\]"),
        (lambda logits, values: (None, values), r"expected logits \[2, 201\], not NoneType"),
        (lambda logits, values: (logits, values > 0), "values as floats, not bool"),
        (lambda logits, values: (logits.astype(object), values), "logits as floats, not object"),
        (lambda logits, values: (logits + 1j, values), "logits as floats, not complex"),
    ],
)
def test_bad_evaluations_are_refused(change, said):
    def evaluator(observation, mask):
        return change(np.zeros(mask.shape, np.float32), np.zeros(len(mask), np.float32))

    positions = random_positions(salta.Variant("walker"), 2)
    with pytest.raises(salta.SaltaError, match=said):
        salta.search(positions, evaluator, simulations=4)


def test_integers_out_of_range_are_value_errors():
    start = salta.Variant("walker").start()
    for call in [
        lambda: start.apply(70000),
        lambda: start.apply(-1),
        lambda: start.apply(2**100),
        lambda: start.action_name(70000),
        lambda: start.distance(-1),
        lambda: start.solo(0, exact_nodes=-1),
        lambda: start.observation(99),
        lambda: salta.search([start], None, seed=-1),
        lambda: salta.BatchEnv(start.variant, 2**63, max_plies=9),
        lambda: salta.BatchEnv(start.variant, 4, max_plies=2**40),
        lambda: salta.BatchEnv(start.variant, 4, max_plies=9).position(-1),
        lambda: salta.BatchEnv(start.variant, 4, max_plies=9).observe(encoding=0),
        lambda: salta.BatchEnv(start.variant, 4, max_plies=9, reward_scale=float("nan")),
        lambda: salta.elo(1.5),
        lambda: salta.elo(float("nan")),
        lambda: salta.match_statistics([(2**40, 0)]),
        lambda: salta.sprt([-1, 0, 0, 0, 0], 0, 5),
        lambda: salta.ratings(2**40, []),
        lambda: salta.ratings(0, []),
        lambda: salta.ratings(2, [(2**40, 0, 1, 2)]),
        lambda: salta.ratings(2, [(0, 0, 1, 2)], replicates=0),
        lambda: salta.ratings(2, [(0, 0, 1, 2)], replicates=1_000_001),
        lambda: salta.play("random", "random", pairs=1, threads=4097),
    ]:
        with pytest.raises(salta.SaltaError):
            call()


def test_a_wrong_setting_is_named():
    for key, value in [("opening_plies", None), ("seed", -1), ("adjudication", {"out_of_reach": 3})]:
        with pytest.raises(salta.SaltaError, match=f"`{key}`: invalid"):
            salta.play("random", "random", pairs=1, **{key: value})
    with pytest.raises(salta.SaltaError, match="reward_scale"):
        salta.BatchEnv("walker", 4, max_plies=9, reward_scale=3e38)


RESETS = st.dictionaries(
    st.sampled_from(["position", "reset_mask", "mask"]),
    st.one_of(
        st.none(),
        st.text(max_size=5),
        st.booleans(),
        st.just("1LMNO/FGHIJ/ABCDE b 1"),
        st.just(salta.Variant("walker").start().line),
        st.sampled_from([*random_positions(salta.Variant("walker"), 9), salta.Variant("nestor").start()]),
        st_np.arrays(st_np.boolean_dtypes(), st.integers(1, 4)),
        st_np.arrays(st_np.integer_dtypes(), GAMES),
    ),
)


@given(options=RESETS)
def test_resets_do_what_the_options_say_or_nothing(options):
    envs = salta.gym.SaltaVectorEnv(GAMES, "walker")
    envs.batch.play_random(30)
    before = [envs.batch.position(game) for game in range(GAMES)]
    try:
        envs.reset(options=options)
    except REFUSALS:
        assert [envs.batch.position(game) for game in range(GAMES)] == before
        return
    assert set(options) <= {"position", "reset_mask"}
    mask, start = options.get("reset_mask"), options.get("position") or envs.variant.start()
    start = envs.variant.position(start) if isinstance(start, str) else start
    for game in range(GAMES):
        expected = before[game] if mask is not None and not mask[game] else start
        assert envs.batch.position(game) == expected


def test_integers_that_do_not_fit_are_told_the_range():
    position = salta.Variant().start()
    for number in -1, 1 << 40:
        with pytest.raises(salta.SaltaError) as raised:
            salta.search([position], lambda observation, mask: None, simulations=number)
        assert str(raised.value) == f"{number} is out of range, which is 0 to 4294967295"
        assert "simulations" in raised.value.__notes__[0]


def test_what_is_no_array_or_setting_is_refused_in_a_sentence(tmp_path):
    env = salta.BatchEnv("walker", 2, max_plies=20)
    for call in (lambda: env.step([[1], 2]), lambda: env.reset(mask=[[True], False])):
        with pytest.raises(salta.SaltaError):
            call()
    file = tmp_path / "own.toml"
    file.write_text('base = "walker"\nname = "own"\nmove_limit = 9\n')
    games = salta.SelfPlay({"variant": file, "seed": np.int64(3)}, tmp_path / "games")
    assert games is not None
    with pytest.raises(salta.SaltaError, match="complex is none of these"):
        salta.SelfPlay({"seed": 1j}, tmp_path / "other")
