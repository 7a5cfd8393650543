"""Fields of a config.json that change no size: training, tokens, generation, bookkeeping."""

from __future__ import annotations

IGNORED = frozenset((
    "_attn_implementation", "_attn_implementation_autoset", "_name_or_path", "activation_function",
    "attention_dropout", "attn_implementation", "attn_logit_softcap", "attn_logit_softcapping", "attn_pdrop",
    "auto_map", "aux_loss_alpha", "bad_words_ids", "begin_suppress_tokens", "boi_token_index", "bos_token_id",
    "cache_implementation", "chunk_size_feed_forward", "cross_attention_hidden_size", "decoder_start_token_id",
    "diversity_penalty", "do_sample", "early_stopping", "embd_pdrop", "encoder_no_repeat_ngram_size",
    "eoi_token_index", "eos_token_id", "ep_size", "exponential_decay_length_penalty", "final_logit_softcapping",
    "finetuning_task", "forced_bos_token_id", "forced_eos_token_id", "gradient_checkpointing", "hidden_act",
    "hidden_activation", "id2label", "image_token_id", "image_token_index", "initial_context_length",
    "initializer_factor", "initializer_range", "interpolate_factor", "is_decoder", "label2id", "layer_norm_eps",
    "layer_norm_epsilon", "length_penalty", "max_length", "min_length", "model_type", "n_ctx", "n_group",
    "no_repeat_ngram_size", "norm_topk_prob", "num_beam_groups", "num_beams", "num_labels",
    "num_return_sequences", "original_max_position_embeddings", "output_attentions", "output_hidden_states",
    "output_past", "output_router_logits", "output_scores", "pad_token_id", "prefix", "pretraining_tp",
    "problem_type", "query_pre_attn_scalar", "remove_invalid_values", "reorder_and_upcast_attn",
    "repetition_penalty", "resid_pdrop", "return_dict", "return_dict_in_generate", "rms_norm_eps",
    "rope_interleave", "rope_local_base_freq", "rope_parameters", "rope_scaling", "rope_theta",
    "routed_scaling_factor", "router_aux_loss_coef", "router_jitter_noise", "scale_attn_by_inverse_layer_idx",
    "scale_attn_weights", "scoring_func", "sep_token_id", "seq_aux", "summary_activation",
    "summary_first_dropout", "summary_proj_to_labels", "summary_type", "summary_use_proj", "suppress_tokens",
    "swiglu_alpha", "swiglu_limit", "task_specific_params", "temperature", "tf_legacy_loss",
    "tie_encoder_decoder", "tokenizer_class", "top_k", "top_p", "topk_group", "torchscript",
    "transformers_version", "typical_p", "unsloth_fixed", "unsloth_version", "use_bfloat16",
    "use_bidirectional_attention", "use_cache", "video_token_id", "vision_end_token_id",
    "vision_start_token_id",
))  # fmt: skip
